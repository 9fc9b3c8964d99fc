-- Standard names: the outbox of notification events and the record of daily jobs.
alter table happening rename to notification_event;
alter table notification_event rename column told_to to notified_to;
alter index happening_due rename to notification_event_due;
alter index happening_due_followers rename to notification_event_due_followers;
alter index happening_done rename to notification_event_done;
alter index happening_actor rename to notification_event_actor;
alter index happening_article rename to notification_event_article;
alter index happening_response rename to notification_event_response;
alter index happening_person rename to notification_event_person;
alter table daily_chore rename to daily_job;
