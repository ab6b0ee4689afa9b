from cqlsh_ext.shell.row_estimate import MURMUR3_MAX, MURMUR3_MIN, RANDOM_MAX, Ranges, estimate_lines


def test_rows_lie_evenly_over_the_ring():
    middle, quarter = 0, MURMUR3_MIN // 2
    estimate = Ranges([(None, quarter), (quarter, middle), (middle, None)], MURMUR3_MIN)
    assert estimate.rows == 0
    estimate.finish((None, quarter), 100)
    assert estimate.rows in (399, 400)
    estimate.finish((middle, None), 300)
    assert estimate.rows in (533, 534)
    estimate.finish((quarter, middle), 7)
    assert estimate.rows == 407


def test_other_partitioners():
    estimate = Ranges([(None, RANDOM_MAX // 4), (RANDOM_MAX // 4, None)], -1)
    estimate.finish((None, RANDOM_MAX // 4), 10)
    assert estimate.rows in (39, 40)
    estimate = Ranges([(None, None)], None)
    estimate.finish((None, None), 5)
    assert estimate.rows == 5


def test_ranges_without_width_tell_nothing():
    estimate = Ranges([(5, 5), (MURMUR3_MAX, None)], MURMUR3_MIN)
    estimate.finish((5, 5), 3)
    estimate.finish((MURMUR3_MAX, None), 3)
    assert estimate.rows == 0


def test_lines_of_files(tmp_path):
    for name, count in (("a.csv", 10), ("b.csv", 50_000), ("empty.csv", 0)):
        (tmp_path / name).write_text("".join(f"{number:06},text\n" for number in range(count)))
    assert estimate_lines(f"{tmp_path}/a.csv") == 10
    assert abs(estimate_lines(f"{tmp_path}/b.csv") - 50_000) < 500
    assert abs(estimate_lines(f"{tmp_path}/a.csv, {tmp_path}/b*.csv") - 50_010) < 500
    assert estimate_lines(f"{tmp_path}/*.csv, {tmp_path}/none.csv") > 49_000
    assert estimate_lines(f"{tmp_path}/empty.csv, {tmp_path}/none.csv, {tmp_path}") == 0
