"""Arrays of numbers: what NumPy would convert to numbers with a loss is refused."""

import decimal
import fractions

import numpy as np
import pytest


@pytest.mark.parametrize(
    "bad",
    [
        np.array([1 + 2j, 0j]),
        [1.0, 2j],
        ["1", "2"],
        np.array(["1", "2"], dtype=object),
        np.array([b"1", b"2"]),
        b"12",
        np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]"),
        np.array([1, 2], dtype="timedelta64[s]"),
        [1.0, None],
        [[1.0], [1.0, 2.0]],
        {"shoulder.angle": 1.0},
    ],
    ids=lambda bad: str(bad),
)
def test_what_is_no_number_is_refused(two_links, bad):
    with pytest.raises(ValueError, match="`q` is not an array of numbers"):
        two_links.inverse_dynamics(bad)


def test_masked_entries_are_refused(two_links):
    masked = np.ma.array([1.0, 2.0], mask=[False, True])
    with pytest.raises(ValueError, match="`q` has masked entries"):
        two_links.inverse_dynamics(masked)
    # A mask without entries hides nothing.
    whole = np.ma.array([1.0, 2.0], mask=[False, False])
    assert np.array_equal(two_links.inverse_dynamics(whole), two_links.inverse_dynamics([1.0, 2.0]))


@pytest.mark.parametrize(
    "good",
    [
        (1, 2),
        [True, 2],
        np.array([1, 2], dtype=np.int8),
        np.array([1, 2], dtype=np.float32),
        np.array([[1.0, 0.0], [2.0, 0.0]])[:, 0],
        np.array([1, 2], dtype=">f8"),
        [fractions.Fraction(1), decimal.Decimal(2)],
    ],
    ids=lambda good: str(good),
)
def test_numbers_of_any_type_are_numbers(two_links, good):
    assert np.array_equal(two_links.inverse_dynamics(good), two_links.inverse_dynamics(np.array([1.0, 2.0])))


def test_parameters_are_single_real_numbers(spring):
    for bad in [None, "2", 2j, np.complex128(2.0), np.array([2.0, 3.0]), np.datetime64(2, "ns")]:
        with pytest.raises(ValueError, match="the parameter `mass` must be a number"):
            spring.simulate(until=0.01, mass=bad)
    for good in [np.float32(2.0), np.int64(2), np.array(2.0), fractions.Fraction(2)]:
        assert spring.mass_matrix(mass=good)[0, 0] == 2.0
