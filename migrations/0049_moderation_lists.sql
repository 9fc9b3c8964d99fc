-- Orders and filters of the moderation lists that had no index: by reports or reported first within a kind, and by state.
create index moderation_case_reports_kind on moderation_case (kind, report_count, id) where open;
create index moderation_case_reported_kind on moderation_case (kind, opened_at, id) where report_count > 0;
create index moderation_case_appealed_kind on moderation_case (kind, opened_at, id) where appealed;
create index response_by_state_reports on response (state, report_count desc, id desc) where state <> 'shown';
create index response_shadow_held on response (created_at desc, id desc) where state = 'held' and held_for = 'shadow';
create index response_shadow_held_reports on response (report_count desc, id desc)
  where state = 'held' and held_for = 'shadow';
