// The grammar of .mech files for tree-sitter. Which brackets are an index and which are a unit, the compiler decides; here those
// after a name are both.

const STRENGTH = { at: 1, or: 2, and: 3, compare: 4, add: 5, multiply: 6, sign: 7, power: 8, after: 9 };

const separated = (rule, mark) => optional(seq(rule, repeat(seq(mark, rule)), optional(mark)));

module.exports = grammar({
  name: 'mech',

  word: $ => $.identifier,

  extras: $ => [/\s/, $.doc_comment, $.line_comment, $.block_comment],

  rules: {
    source_file: $ => repeat($.mechanism),

    mechanism: $ => seq(
      optional(seq('pub', optional(seq('(', $.identifier, ')')))),
      'mechanism', field('name', $.identifier),
      optional(seq('in', choice('plane', 'space'))),
      $.block,
    ),

    block: $ => seq('{', repeat($._item), '}'),

    _item: $ => choice($.declaration, $.assignment, $.body, $.constraint, $.initial, $.budget, $.rate, $.repetition, $.function, $.statement),

    declaration: $ => seq(
      field('keyword', choice('param', 'const', 'let', 'input', 'output', 'state', 'coordinate', 'force', 'joint', 'frame')),
      $.name, optional(seq('=', $._expression)), ';',
    ),

    assignment: $ => seq(
      field('keyword', choice(
        'kinetic', 'potential', 'dissipation', 'mass_matrix', 'force', 'gravity', 'coordinates', 'unroll', 'freedoms',
      )),
      '=', $._expression, ';',
    ),

    body: $ => seq(field('keyword', choice('body', 'particle')), $.name, '{', separated($.property, ','), '}', optional(';')),

    property: $ => seq(field('name', $.identifier), ':', $._expression, optional(seq('..', $._expression))),

    constraint: $ => seq(field('keyword', 'constraint'), $.name, ':', $._expression, '=', $._expression, ';'),

    initial: $ => seq(field('keyword', 'initial'), '{', separated($.start, ','), '}', optional(';')),

    budget: $ => seq(field('keyword', 'budget'), '{', separated($.property, ','), '}', optional(';')),

    start: $ => seq($._expression, ':', optional('~'), $._expression),

    rate: $ => seq(field('keyword', 'der'), '(', $._expression, ')', '=', $._expression, ';'),

    repetition: $ => seq(
      field('keyword', 'for'), field('variable', $.identifier), 'in',
      $._expression, choice('..', '..='), $._expression, $.block,
    ),

    function: $ => seq(
      field('keyword', 'function'), field('name', $.identifier), '(', separated($.name, ','), ')',
      optional(seq('->', $.brackets)), '=', $.path, ';',
    ),

    statement: $ => choice(
      seq(field('keyword', 'verify'), ';'),
      seq(field('keyword', 'conserves'), 'energy', ';'),
      seq(field('keyword', 'range'), $._expression, ':', $._expression, '..', $._expression, ';'),
    ),

    path: $ => seq($.identifier, repeat(seq('::', $.identifier))),

    name: $ => prec.right(STRENGTH.after, seq($.identifier, repeat($.brackets))),

    brackets: $ => seq('[', $._expression, ']'),

    _expression: $ => choice(
      $.number, $.name, $.member, $.call, $.array, $.quantity, $.parenthesis, $.unary, $.binary, $.at,
    ),

    member: $ => prec.left(STRENGTH.after, seq($._expression, '.', $.name)),

    call: $ => prec(STRENGTH.after, seq(field('function', $.identifier), '(', separated($._argument, ','), ')')),

    _argument: $ => choice($.property, $._expression),

    array: $ => seq('[', separated($._expression, ','), ']'),

    quantity: $ => prec.left(STRENGTH.after, seq(choice($.number, $.array, $.call, $.parenthesis), field('unit', $.brackets))),

    parenthesis: $ => seq('(', $._expression, ')'),

    unary: $ => prec(STRENGTH.sign, seq(choice('-', '!'), $._expression)),

    at: $ => prec.left(STRENGTH.at, seq($._expression, 'at', $._expression)),

    binary: $ => choice(
      prec.left(STRENGTH.or, seq($._expression, '||', $._expression)),
      prec.left(STRENGTH.and, seq($._expression, '&&', $._expression)),
      prec.left(STRENGTH.compare, seq($._expression, choice('==', '!=', '<', '<=', '>', '>='), $._expression)),
      prec.left(STRENGTH.add, seq($._expression, choice('+', '-'), $._expression)),
      prec.left(STRENGTH.multiply, seq($._expression, choice('*', '/'), $._expression)),
      prec.right(STRENGTH.power, seq($._expression, '^', $._expression)),
    ),

    number: $ => /\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?/,

    identifier: $ => /(r#)?[\p{XID_Start}_][\p{XID_Continue}]*/u,

    doc_comment: $ => token(prec(2, /\/\/\/[^\n]*/)),
    line_comment: $ => token(prec(1, /\/\/[^\n]*/)),
    block_comment: $ => token(/\/\*([^*]|\*+[^*\/])*\*+\//),
  },
});
