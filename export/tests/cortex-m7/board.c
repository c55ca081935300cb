/* Start of a program on the board, and a way out: the semihosting of the emulator. No operating system, no heap. */
#include <stdint.h>

extern uint32_t data_start, data_end, data_source, bss_start, bss_end, stack_top;
int main(void);

static void semihosting(int what, const void *with)
{
    register int r0 __asm__("r0") = what;
    register const void *r1 __asm__("r1") = with;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

/* Writes text that ends with a zero. */
void board_write(const char *text)
{
    semihosting(0x04, text);
}

static void stop(int status)
{
    const uint32_t block[2] = {0x20026, (uint32_t)status};
    semihosting(0x20, block);
    for (;;) {}
}

void reset(void)
{
    uint32_t *from = &data_source, *to = &data_start;
    /* The unit for floating-point numbers. */
    *(volatile uint32_t *)0xE000ED88 |= 0xFU << 20;
    __asm__ volatile("dsb\n isb");
    while (to < &data_end) { *to++ = *from++; }
    for (to = &bss_start; to < &bss_end; ++to) { *to = 0; }
    stop(main());
}

static void fault(void)
{
    board_write("fault\n");
    stop(100);
}

/* Errors of the mathematical library are set here. */
int *__errno(void)
{
    static int number;
    return &number;
}

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    &stack_top, (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault,
};
