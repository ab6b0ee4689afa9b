"""No more is sent than there is room for, and rows that are answered make room."""

import threading

from cqlsh_ext.shell.flight import Converted, Flight, settle, unsettled


def row(size):
    made = Converted([], [])
    made.size = size
    return made


def depart(flight, rows):
    """Send rows in a thread, which ends when there is room for them."""
    thread = threading.Thread(target=flight.depart, args=(rows,), daemon=True)
    thread.start()
    return thread


def departs(thread):
    thread.join(20)
    return not thread.is_alive()


def waits(thread):
    thread.join(0.3)
    return thread.is_alive()


def test_what_has_no_room_waits_until_some_is_made():
    flight, first, second = Flight(100), [row(40), row(40)], [row(40)]
    flight.depart(first)
    waiting = depart(flight, second)
    assert waits(waiting)
    flight.arrive(first[:1])
    assert departs(waiting)
    assert second[0].in_flight == 40


def test_one_batch_always_has_room():
    flight, large = Flight(100), [row(500)]
    flight.depart(large)
    waiting = depart(flight, [row(1)])
    assert waits(waiting)
    flight.arrive(large)
    assert departs(waiting)


def test_rows_that_were_not_sent_make_no_room():
    flight, sent = Flight(100), [row(90)]
    flight.depart(sent)
    waiting = depart(flight, [row(60)])
    flight.arrive([row(50), "a record that could not be read", ["a", "row"]])
    assert waits(waiting)
    flight.arrive(sent)
    flight.arrive(sent)
    assert departs(waiting)
    assert waits(depart(flight, [row(60)]))


def test_a_row_is_settled_once():
    first, second, record = row(1), row(2), ["not", "converted"]
    assert settle([first]) == 1
    assert unsettled([first, second, record]) == [second, record]
    assert settle([first, second, record]) == 2
    assert settle([first, second]) == 0
