"""Lines broken on purpose, one expression at a time: do the tests notice? `python -m tests.mutations [NUMBER …]`.

Each expression below is changed in a copy of the tree, and its tests run until the first one fails; first they all run
in the copy as it is. A line names the behaviour, the function (or the module, for constants and private helpers) that
holds the expression, and the shape of the expression in it: `a` to `w` stand for any expression, `x`, `y` and `z` for
a name. So code may be moved, renamed and laid out anew; tests/test_house.py says when a shape is no longer there
exactly once. Whoever moves a behaviour points its line at the new place: it is broken there, and its tests notice.
"""

from __future__ import annotations

import ast
import inspect
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tests import ROOT
from tests.actions import test_check
from tests.federation import (
    test_federation_folder,
    test_federation_mails,
    test_federation_people,
    test_federation_versions,
)
from tests.games.othello import (
    test_othello_finals,
    test_othello_naive,
    test_othello_pairing,
    test_othello_results,
    test_othello_workbook,
)
from tests.games.scrabble import (
    test_naive,
    test_properties,
    test_published_example,
    test_rules_open,
    test_rules_pairing,
    test_rules_rating,
    test_rules_scoring,
    test_search,
)
from tests.interchange import test_exchange
from tests.service import test_backups, test_late_entry
from tests.storage import test_closed_file, test_faults
from tests.workbook import test_awards, test_changes, test_history
from tournament_xl.actions import check, check_report, check_sheets
from tournament_xl.core import lots, prizes
from tournament_xl.federation.intake import decisions, kinds, leaves, mail_parts, reading, versions, workers
from tournament_xl.federation.ranking import anonymity
from tournament_xl.games.othello import audit as othello_audit
from tournament_xl.games.othello.rules import costs, finals, results, swiss
from tournament_xl.games.othello.rules import standings as othello_standings
from tournament_xl.games.scrabble import assembly, audit
from tournament_xl.games.scrabble.rules import (
    classique,
    initial,
    model,
    open_groups,
    rating,
    round_robin,
    scoring,
    search,
    standings,
)
from tournament_xl.storage import backups, new_file, newer_backup, workbook_file
from tournament_xl.workbook.history import entries, history, old_lines, patches, views
from tournament_xl.xlsx import atomic_write, limits

CLASSIQUE = (test_search, test_rules_scoring, test_rules_pairing, test_published_example, test_naive)
RATING = (test_rules_rating, test_naive)
OPEN = (test_rules_open, test_properties, test_naive)
OTHELLO = (test_othello_results, test_othello_finals, test_othello_naive, test_othello_pairing)
Place = Callable[..., object] | ModuleType  # a function or a module


class Mutation(NamedTuple):
    """An expression, and the wrong expression that takes its place."""

    behaviour: str  # that the expression gives
    where: Place
    before: str
    after: str
    tests: tuple[Place, ...]  # those that notice, the fastest first


MUTATIONS = tuple(Mutation(*line) for line in (
    ("C6 the cap of a difference", scoring.cap_difference, "max(-a, min(a, b))", "max(-a - 1, min(a + 1, b))",
     CLASSIQUE),
    ("C4 points of win, draw, loss", scoring, "(3, 2, 1, 0)", "(3, 2, 0, 0)", CLASSIQUE),
    ("C5 three games at most", scoring.is_decided, "len(a) >= 2 * b - 1", "len(a) >= 2 * b", CLASSIQUE),
    ("C10 a forfeit is no meeting", scoring.is_meeting, "a and not b", "a", CLASSIQUE),
    ("C6 Pdep of a forfeit won", scoring.tallies, "a(b, -c, d) if e else f", "a(b, 0, d) if e else f", CLASSIQUE),
    ("C6 Pdep of the match lost", scoring.tallies, "(x, a(b, -c, d))", "(x, a(b - 1, -c, d))", CLASSIQUE),
    ("C6 Pdep of two forfeits", scoring.tallies, "(a(b, 0, c), a(b, 0, c))", "(a(b, -10, c), a(b, -10, c))",
     CLASSIQUE),
    ("C7 PPM before Pdep", model, "(a, TieBreak('PPM', b, c), d)", "(a, d, TieBreak('PPM', b, c))", CLASSIQUE),
    ("C8 equal on every criterion", standings.standings, "a is None and b == c", "a is None", CLASSIQUE),
    ("C7 everybody has met everybody", standings, "a < len(b) * (len(b) - 1) // 2", "a < len(b) - 1", CLASSIQUE),
    ("C7 X is in no group", standings, "sorted((x for x in a if x != b), key=c)", "sorted((x for x in a), key=c)",
     CLASSIQUE),
    ("C8 the winner of the final before the loser", standings, "[a] if b > c else [d] if c > b else []",
     "[d] if b > c else [a] if c > b else []", OPEN),
    ("C2 names without accents", initial.strength_key, "(-a, b(c), d)", "(-a, c, d)", CLASSIQUE),
    ("C2 a late entrant above the first weaker", initial, "a(b) > a(c)", "a(b) < a(c)", CLASSIQUE),
    ("C2 half a place", initial, "math.ceil(a) - 0.5", "math.floor(a) - 0.5", CLASSIQUE),
    ("C9 rounds by the table", classique.table_rounds, "2 if a <= 8 else 3", "2 if a < 8 else 3", CLASSIQUE),
    ("C9 two thirds to the nearest", classique, "2 * ((len(a) + 1) // 3)", "2 * (len(a) // 3)", CLASSIQUE),
    ("C9 the seat of a late entrant", classique.assign_seats, "min(a, key=b, default=c)", "max(a, key=b, default=c)",
     CLASSIQUE),
    ("C9 normal opponent first", search, "range(a + 1, len(b))", "range(len(b) - 1, a, -1)", CLASSIQUE),
    ("C9 the last third", search, "3 * a > 2 * b", "3 * a >= 2 * b", CLASSIQUE),
    ("C9 who may not meet", search, "a in c or b in c or d", "a in c or b in c", CLASSIQUE),
    ("T the order of games", round_robin.berger_round, "(a - b - 1) % c + 1", "(a - b) % c + 1", CLASSIQUE),
    ("R5 experience", rating.compute_experience, "a - b + 1", "a - b", RATING),
    ("R7 raw PJ below zero", rating.compute_raw_pj, "2 if a >= 0 else 1", "2", RATING),
    ("R6 who has a bonus", rating.compute_bonus, "a > len(b)", "a >= len(b)", RATING),
    ("R7 shared places", rating.compute_places, "1 + sum(a < b for x in c)", "1 + sum(a <= b for x in c)", RATING),
    ("R7 most games", rating.compute_highest_pj, "a - min(b, a)", "a - b", RATING),
    ("R7 the share of Joker", rating.compute_highest_pj, "(100 - a) / 2", "(100 - a) / 3", RATING),
    ("R7 who takes part", rating.find_participants, "a != b and not c", "a != b", RATING),
    ("O6 phase 2", open_groups.pair, "a > b", "a >= b", OPEN),
    ("O1 rounds by the field", open_groups.default_rounds, "8 if a <= b else c", "8 if a < b else c", OPEN),
    ("S2 BIP has less than the last", costs.Costs, "min(a) - 1", "min(a)", OTHELLO),
    ("S1 the last meeting", costs.compute_rematch_cost, "a if b[-1][0] == c else d", "a if b[0][0] == c else d",
     OTHELLO),
    ("S1 compatriots by round", costs.compute_compatriot_cost, "a >= int(b)", "a > int(b)", OTHELLO),
    ("S1 meetings in one colour", costs.compute_rematch_cost, "sum(a if b == c else d for e in f)",
     "sum(a if b != c else d for e in f)", OTHELLO),
    ("S4 the cheaper colours", costs.Costs.table, "min(a + b, c + d)", "a + b", OTHELLO),
    # Rules
    ("B1 both have lost: no draw", results, "a == b > 0", "a == b",
     (test_othello_results.test_b4_b6_every_value_of_fin,)),
    ("B6 out of time, ahead on the board", results.compute_final_discs, "(max(a, b), min(c, 31))",
     "(max(a, b), min(c, 32))", (test_othello_results.test_b4_b6_every_value_of_fin,)),
    ("B5 an opponent who has left", othello_standings.compute_standings, "a in b or c not in d", "a in b",
     (test_othello_naive,)),
    ("F1 who chooses at equal discs", finals.score_match, "a if b[1] > b[0] else c", "a if b[1] >= b[0] else c",
     (test_othello_finals.test_f1_the_third_game_is_chosen_by_who_has_more_discs_at_equality_by_the_better_ranked,)),
    ("F2 no play-off without equality", finals.find_tie_for_fourth, "len(a) < 5 or b[a[3]] != b[a[4]]", "len(a) < 5",
     (test_othello_finals.test_f2_the_fourth_and_the_fifth_play_off_only_when_their_points_are_equal,)),
    ("S4 the latest colours are reversed", swiss.choose_colours, "(a, b) if c > d else (b, a)",
     "(b, a) if c > d else (a, b)",
     (test_othello_pairing.test_s4_equal_costs_reverse_the_latest_round_in_which_the_colours_differed,)),
    ("S5 the better score before the sum", swiss.number_swiss_tables, "100_000 * max(a) + 100 * sum(a)",
     "100 * sum(a)", (test_othello_pairing.test_s5_the_leader_is_at_table_1_even_where_he_meets_the_last,)),
    ("teams: a further player before the tie-breaks", prizes.rank_teams, "(a, b, [*c, 1], d)", "(a, b, d, [*c, 1])",
     (test_awards.test_a_further_player_decides_between_equal_teams_before_the_tie_breaks,)),
    ("O4 a lot is of seed and purpose", lots.Drawing, "f'{self.name}|{item}'", "f'{item}'",
     (test_rules_open.test_o4_the_order_is_that_of_the_lots_of_the_seed,)),
    ("O5 the first late entrant has X's seat", open_groups.find_substitute_of_x, "min(a)[::-1]", "max(a)[::-1]",
     (test_rules_open.test_o5_who_has_the_seat_of_x_keeps_it_when_another_late_entrant_comes,)),
    # History
    ("the highest N° of all times, not only of today", assembly.number_players, "[*a]", "[]",
     (test_late_entry.test_the_number_of_a_player_who_has_gone_is_never_given_again,)),
    ("imported pairs are nobody's choice", history.History, "a[1:]", "a",
     (test_exchange.test_imported_pairs_are_no_choice_of_the_organiser_but_a_draw_to_be_judged,)),
    ("the bound of a round number", history.HistoryEntry, "a if a is not None and 0 <= a <= b else None", "a",
     (test_check.test_an_action_of_an_impossible_round_is_one_of_no_round,)),
    ("two without a drawn round are not one", history.have_same_origin, "a is not None and a == b", "a == b",
     (test_backups.test_a_newer_copy_of_another_tournament_is_no_newer_state_where_no_round_was_drawn,)),
    ("a line is chained to the one before", entries.compute_chain, "[a, *b]", "[*b]",
     (test_check.test_a_history_that_was_changed_or_taken_away_is_told,)),
    ("the chain covers a line", entries.compute_chain, "[a, *b]", "[a]",
     (test_check.test_a_history_that_was_changed_or_taken_away_is_told,
      test_history.test_a_line_edited_in_any_column_is_told)),
    ("a wrong chain is told", history, "chain != expected", "False",
     (test_check.test_a_history_that_was_changed_or_taken_away_is_told,)),
    ("an undone round is no more drawn", history, "a.drawn.pop(b, None)", "None",
     (test_check.test_a_round_undone_and_typed_by_hand_is_the_organisers,)),
    ("a pairing read what was typed before it", history, "PairedRound(a.found, b)",
     "PairedRound(a.before, b)", (test_check.test_an_untouched_tournament_is_right,)),
    ("what is gone is recorded", patches.compute_patch, "a | {x: None for x in b if x not in c}", "a",
     (test_changes.test_what_was_changed_is_told_by_the_press_that_meets_it_and_stands_in_the_journal,)),
    ("a line fits into a cell", entries.cut_patches, "len(a) > b", "False",
     (test_history.test_a_long_line_is_cut_into_pieces_that_no_cell_changes,)),
    ("nobody meets himself", old_lines.parse_key, "int(a[0]) >= int(a[1])", "int(a[0]) > int(a[1])",
     (test_history.test_what_is_no_memory_is_passed_over,)),
    ("the key of a pair has the lower N° first", views.make_pair_key,
     "a == X_MARK or (b != X_MARK and b < a)", "True",
     (test_changes.test_a_correction_is_told_in_the_order_of_the_sheet,)),
    ("a pair imposed is not the program's", views.find_drawn_pairs,
     "frozenset(list_pairs(a, b)) - find_imposed_pairs(a, b)", "frozenset(list_pairs(a, b))",
     (test_check.test_a_rematch_that_the_organiser_imposed_is_told_as_his,)),
    ("a pair has the players of its key", entries.has_sides, "len(a) != 2 or make_pair_key(*a) != b",
     "False",
     (test_history.test_what_is_no_memory_is_passed_over,)),
    # Check
    ("findings have the code of a refusal", check_report.CheckReport,
     "a if self.problems else b if self.findings else c", "a if self.problems else c",
     (test_check.test_an_identity_changed_since_the_last_press_is_named_at_its_cell,)),
    ("a history taken away is told", check, "a.rounds and not b.entries", "False",
     (test_check.test_a_history_that_was_changed_or_taken_away_is_told,)),
    ("a licence changed by hand is told", check, "('nom', 'remplacé', 'parti', 'licence', 'pays')",
     "('nom', 'remplacé', 'parti', 'pays')",
     (test_check.test_an_identity_changed_since_the_last_press_is_named_at_its_cell,)),
    ("made again: this round, not another", check.find_manual_changes, "x.action == a and x.round == b",
     "x.action == a", (test_check.test_of_undone_rounds_those_are_told_as_made_again_that_were,)),
    ("made again: after the undo", check.find_manual_changes, "a[b + 1:]", "a",
     (test_check.test_of_undone_rounds_those_are_told_as_made_again_that_were,)),
    ("C11 late: the result was known", check, "{x for x, y in a if y and b}",
     "{x for x, y in a if y}",
     (test_check.test_a_pair_changed_before_its_result_is_known_is_not_told_as_changed_late,)),
    ("stale is what the last action wrote", check_sheets.compare_sheets, "not (a and b(c, d, e[f], g, a))",
     "True", (test_check.test_sheets_that_are_not_up_to_date_are_told_in_one_sentence,)),
    ("a figure of neither is changed by hand", check_sheets.compare_sheets, "not (a and b(c, d, e[f], g, a))",
     "not (a and True)", (test_check.test_a_figure_that_is_wrong_by_one_is_found_at_its_cell,)),
    ("a name beside a number is that player's", check_sheets, "any(a(b, x) for x in c)", "bool(c)",
     (test_check.test_the_name_of_another_player_beside_a_number_of_resultats_is_found_at_its_cell,)),
    ("a Motif has the figures of the rule's reason", check_sheets, "bool(a) and a == b", "True",
     (test_check.test_a_motif_typed_over_is_told_in_one_line_and_no_fault,)),
    ("a figure is compared exactly", check_sheets, "abs(a - b) <= 1e-09 * c", "abs(a - b) <= 1",
     (test_check.test_a_figure_that_is_wrong_by_one_is_found_at_its_cell,)),
    ("a pair that no action recorded", audit, "'organiser' if a in b else 'unrecorded'", "'organiser'",
     (test_check.test_a_pair_changed_by_hand_is_the_organisers_from_the_press_on_that_saw_it,)),
    ("S4 colours changed by hand", othello_audit, "a not in b and c[::-1] in d", "False",
     (test_othello_workbook.test_s4_colours_exchanged_are_the_organisers_change_and_stay_permitted,)),
    # Disk
    ("a written file is read back", atomic_write.write_temporary_file, "Path(a).read_bytes() != b", "False",
     (test_faults.test_a_disk_that_lost_the_end_of_what_it_said_it_wrote_is_found_out,)),
    ("a file keeps its rights", atomic_write.write_temporary_file, "os.chmod(a, b)", "None",
     (test_faults.test_a_workbook_that_a_group_may_write_stays_so_and_its_copy_too_whatever_the_mask_of_new_files,)),
    ("a file is on the disk before it is renamed", atomic_write.write_temporary_file, "os.fsync(a)", "None",
     (test_closed_file.test_a_refusal_at_any_step_leaves_the_file_as_it_was,)),
    ("done and reported as failed", atomic_write, "a == b and not os.path.lexists(c)", "False",
     (test_closed_file.test_a_renaming_that_was_done_and_reported_as_failed_is_done,)),
    ("nobody can say whether it is written", atomic_write, "current != before", "False",
     (test_closed_file.test_where_nobody_can_say_whether_a_workbook_is_written_its_copy_stays,)),
    ("a file held for a moment is waited for", atomic_write.retry_while_locked, "a not in b or c >= d", "True",
     (test_closed_file.test_a_file_that_another_program_holds_is_waited_for,)),
    ("the lock of a folder is exclusive", atomic_write.lock_folder, "fcntl.LOCK_EX | fcntl.LOCK_NB",
     "fcntl.LOCK_SH | fcntl.LOCK_NB", (test_faults.test_files_written_together_into_a_new_folder_lock_it,)),
    ("the lock is waited for", atomic_write.lock_folder, "fcntl.flock(handle, fcntl.LOCK_EX)", "None",
     (test_faults.test_a_command_that_waits_does_nothing_until_the_other_one_has_ended,)),
    ("of several files all or none", atomic_write.write_together, "[x for x in reversed(a) if not b]", "[]",
     (test_faults.test_a_disk_that_fails_between_two_files_changes_none,)),
    ("saved by another since it was read", workbook_file.ClosedFile, "self._last_bytes not in (None, data)", "False",
     (test_closed_file.test_a_file_changed_since_it_was_read_is_not_overwritten,)),
    ("saved by another while it is written", workbook_file.ClosedFile.replace,
     "(a.st_mtime_ns, a.st_size) != (b.st_mtime_ns, b.st_size)", "False",
     (test_faults.test_what_another_program_saves_while_a_command_works_is_not_written_over,)),
    ("a copy before each change", workbook_file.ClosedFile.replace, "None if a is None else write_backup(b, c, a)",
     "None", (test_closed_file.test_a_write_changes_the_cells_and_leaves_a_copy_of_what_was,)),
    ("the newest copies stay, the latest whatever the clock says", backups.list_surplus_backups, "x.time <= a", "True",
     (test_backups.test_the_thirty_newest_copies_stay_and_only_our_own_go,)),
    ("open in Excel: not written", workbook_file.ClosedFile.refuse_when_locked, "find_lock(a)", "None",
     (test_closed_file.test_a_workbook_open_in_a_program_is_not_written,)),
    ("a new file is never put over another", new_file.write_new, "os.path.lexists(target)", "False",
     (test_faults.test_a_file_that_appears_while_a_workbook_is_created_is_not_written_over,)),
    ("an older version in the place: told once", newer_backup.find_newer_backup, "a and not b and c", "a and c",
     (test_backups.test_an_older_version_put_in_the_place_of_a_workbook_is_told_once,)),
    ("a copy without other lines is no newer one", newer_backup.find_newer_backup, "a and not b and c", "not b and c",
     (test_backups.test_an_older_version_put_in_the_place_of_a_workbook_is_told_once,)),
    ("the limit of tags is that of all parts", limits.count_tags, "a if a > b else c + a", "a",
     (test_closed_file.test_the_tags_of_all_parts_together_have_a_limit,)),
    # Intake
    ("two files without a draw are not of one draw", versions, "bool(a(b)) and a(b) == a(c)",
     "a(b) == a(c)",
     (test_federation_versions.test_two_tournaments_of_one_day_without_a_recorded_draw_are_two_even_with_a_result_in_common,)),
    ("one draw on another day is another tournament", versions, "a >= (b if c else 1)", "c",
     (test_federation_versions.test_on_another_day_one_draw_with_half_of_the_scores_is_one_tournament_or_all_the_scores,)),
    ("half of the scores in common", versions, "a or b >= c or d == e", "a or b > c or d == e",
     (test_federation_versions.test_files_of_other_names_are_versions_from_half_of_their_scores_in_common_or_on_another_day_of_all,)),
    ("players in common", versions, "a and b(*c) >= d", "a",
     (test_federation_versions.test_a_tournament_of_other_players_is_no_version_even_with_the_same_results,)),
    ("the day after its mail", versions, "a - b[-1] > c", "a - b[-1] >= c",
     (test_federation_versions.test_a_finished_tournament_of_after_its_mail_or_of_a_year_before_it_is_asked_about,)),
    ("a year before its mail", versions, "a and b - c >= d", "a and b - c > d",
     (test_federation_versions.test_a_finished_tournament_of_after_its_mail_or_of_a_year_before_it_is_asked_about,)),
    ("the points of an adjustment have a limit", decisions.read_adjustments,
     "a is not None and abs(a) <= b and c == 1", "a is not None and c == 1",
     (test_federation_people.test_an_adjustment_has_at_most_five_thousand_points,)),
    ("R12 what is published goes on counting", versions, "not a and (b == c or d or not e)",
     "not a and (b == c or not e)",
     (test_federation_versions.test_another_senders_results_are_a_question_that_names_both_and_what_is_published_stands,)),
    ("eight digits name a file", versions, "len(a) >= b and c.startswith(a)", "c.startswith(a)",
     (test_federation_versions.test_a_strike_out_names_a_file_by_eight_digits_of_its_fingerprint_at_least,)),
    ("a strike-out of one tournament alone", versions, "a == b and len(c) == 1", "a == b",
     (test_federation_versions.test_a_strike_out_that_may_mean_two_tournaments_strikes_none,)),
    ("anonymous in all copies of one sender", versions, "(a(b), c.origin)", "(a(b), '')",
     (test_federation_versions.test_a_copy_that_differs_in_anonymity_alone_is_a_version_where_another_sent_it,)),
    ("anonymity of whom another sender published", anonymity, "a and b.origin != c.origin", "False",
     (test_federation_versions.test_anonymity_of_players_whom_another_sender_published_is_a_question_that_names_both,)),
    ("the kind of event belongs to the facts", versions, "(a.first, b, c, a.kind, d, e, f, g)",
     "(a.first, b, c, d, e, f, g)",
     (test_federation_versions.test_another_score_licence_name_or_kind_makes_another_version_and_both_wait,)),
    ("the number of parts has a limit", leaves, "a > text_limits.MAIL_PARTS or b", "b",
     (test_federation_mails.test_a_hostile_container_costs_itself_only,)),
    ("a locked archive is named as such", leaves, "a.flag_bits & 1", "0",
     (test_federation_mails.test_a_hostile_container_costs_itself_only,)),
    ("copies in an archive are no tournaments", leaves, "any(x.startswith(a) or x == b for x in c)",
     "any(x.startswith(a) for x in c)",
     (test_federation_mails.test_a_copy_in_an_archive_of_a_whole_folder_is_no_tournament,)),
    ("a table sent as text is an attachment", mail_parts.is_body, "a and not b.get_filename() and c != 'attachment'",
     "a and c != 'attachment'",
     (test_federation_mails.test_a_table_that_a_mail_program_sends_as_text_is_an_attachment_all_the_same,)),
    ("the mails of a mailbox have a limit", leaves, "a > text_limits.MAILBOX_MAILS", "False",
     (test_federation_mails.test_a_mailbox_beyond_a_limit_is_told_with_what_is_read_of_it,)),
    ("a large part that is unread may be the workbook", leaves, "a > text_limits.SIGNATURE_BYTES", "False",
     (test_federation_mails.test_no_letter_says_that_a_workbook_is_missing_while_a_large_part_is_unread,)),
    ("headers have a limit", mail_parts, "a[: text_limits.MAIL_HEADER_LETTERS + 1]", "a",
     (test_federation_mails.test_a_hostile_mail_in_a_zipped_mailbox_costs_itself_only,)),
    ("each mail of a mailbox has its own limits", leaves, "a in MAILS and b and c", "False",
     (test_federation_mails.test_a_hostile_mail_in_a_zipped_mailbox_costs_itself_only,)),
    ("a mail begins where headers of a mail follow", kinds.iterate_mail_starts, "_MAIL_HEADER.search(a)", "True",
     (test_federation_mails.test_a_text_that_speaks_of_from_or_of_mails_is_cut_nowhere,)),
    ("the files of a mail share their time", workers, "seconds - spent[a]", "seconds",
     (test_federation_folder.test_the_files_of_a_mail_share_the_time_of_one_and_a_reader_that_crashes_or_babbles_costs_one_file,)),
    ("a changed result is serious", reading, "{MEMORY, SETTING, RESULT, PAIR, SEED, DRAW, LOT, STANDINGS}",
     "{MEMORY, SETTING, PAIR, SEED, DRAW, LOT, STANDINGS}",
     (test_federation_folder.test_a_score_changed_by_hand_is_serious_and_a_workbook_that_only_waits_for_an_update_is_not,)),
    ("a tournament counts when it is finished", reading, "a.played < b", "a.played < b - 1",
     (test_federation_folder.test_each_hostile_file_is_left_out_with_one_sentence,)),
))  # fmt: skip


def main() -> int:
    chosen = [int(word) for word in sys.argv[1:]] or range(1, len(MUTATIONS) + 1)
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        ignored = shutil.ignore_patterns(".*", "__pycache__", "images", "build", "node_modules")
        shutil.copytree(ROOT, copy, ignore=ignored)
        if failed := _first_failure(copy, [test for number in chosen for test in MUTATIONS[number - 1].tests]):
            print(f"nothing is broken yet: {failed}")
            return 1
        for number in chosen:
            mutation = MUTATIONS[number - 1]
            file, source, old, new = mutate(mutation)
            print(f"{number:>3} {mutation.behaviour}, {mutation.where.__name__}: {old} -> {new}", flush=True)
            original = (copy / file).read_text(encoding="utf-8")
            (copy / file).write_text(source, encoding="utf-8")
            noticed = _first_failure(copy, mutation.tests)
            (copy / file).write_text(original, encoding="utf-8")
            print(f"   {noticed or 'SURVIVED'}", flush=True)
            if not noticed:
                survivors.append(number)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} noticed; survivors: {survivors}")
    return 1 if survivors else 0


def mutate(mutation: Mutation) -> tuple[Path, str, str, str]:
    """Break the line.

    Returns:
        Its file in the tree, the file's new source, the present expression and the new one.

    Raises:
        ValueError: The shape is not there exactly once.
    """
    file, old, letters = find_expression(mutation)
    before = ast.unparse(old)
    new = _Replacer(letters).visit(ast.parse(mutation.after, mode="eval").body)
    source = ast.unparse(_Replacer({old: new}).visit(_parse(file)))
    _parse.cache_clear()  # the tree is another one now
    return file.relative_to(ROOT), source, before, ast.unparse(new)


def find_expression(mutation: Mutation) -> tuple[Path, ast.expr, dict[str, ast.AST]]:
    """Find the expression of a mutation: its file, its node, and what each letter of the shape stands for.

    Raises:
        ValueError: The shape is not there exactly once.
    """
    where = inspect.unwrap(mutation.where)
    file = Path(inspect.getfile(where))
    place: ast.AST = _parse(file)
    for name in () if isinstance(where, ModuleType) else where.__qualname__.split("."):
        place = next(node for node in ast.iter_child_nodes(place) if getattr(node, "name", "") == name)
    pattern = ast.parse(mutation.before, mode="eval").body
    fitting = []
    for node in ast.walk(place):
        letters: dict[str, ast.AST] = {}
        if isinstance(node, ast.expr) and _fits(pattern, node, letters):
            fitting.append((node, letters))
    if len(fitting) != 1:
        raise ValueError(f"{mutation.where.__name__}: {mutation.before} is there {len(fitting)} times")
    return file, *fitting[0]


@cache
def _parse(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _fits(pattern: object, part: object, letters: dict[str, ast.AST]) -> bool:
    """Check whether a part of a syntax tree has this shape; `letters` receives what each letter of it stands for."""
    if isinstance(pattern, ast.Name) and len(pattern.id) == 1 and pattern.id.islower():
        if not isinstance(part, ast.Name if pattern.id in "xyz" else ast.expr):
            return False
        return ast.unparse(letters.setdefault(pattern.id, part)) == ast.unparse(part)
    if isinstance(pattern, ast.AST):
        fields = [name for name in pattern._fields if name != "ctx"]
        return type(pattern) is type(part) and all(
            _fits(getattr(pattern, name), getattr(part, name), letters) for name in fields
        )
    if isinstance(pattern, list):
        return (
            isinstance(part, list)
            and len(pattern) == len(part)
            and all(_fits(expected, actual, letters) for expected, actual in zip(pattern, part, strict=True))
        )
    return pattern == part


class _Replacer(ast.NodeTransformer):
    """Puts other expressions in the place of nodes, or of the letters of a shape."""

    def __init__(self, replacements: Mapping[ast.AST, ast.AST] | Mapping[str, ast.AST]) -> None:
        self.replacements = replacements

    def visit(self, node: ast.AST) -> ast.AST:
        key = node.id if isinstance(node, ast.Name) and node not in self.replacements else node
        return self.replacements[key] if key in self.replacements else self.generic_visit(node)


def _first_failure(copy: Path, tests: Collection[Place]) -> str:
    """Run tests in a copy of the tree until one fails; return its name, "" when none does."""
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *dict.fromkeys(map(_name, tests))],
        cwd=copy, env=os.environ | {"PYTHONPATH": str(copy)}, capture_output=True, text=True,
    )  # fmt: skip
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if done.returncode not in (0, 1):
        return f"the tests cannot run: {done.stdout[-200:]}"
    return failed[0].split(" - ")[0] if failed else ""


def _name(test: Place) -> str:
    """Name a module or function of tests as pytest does."""
    path = Path(inspect.getfile(test)).relative_to(ROOT).as_posix()
    return path if isinstance(test, ModuleType) else f"{path}::{test.__name__}"


if __name__ == "__main__":
    sys.exit(main())
