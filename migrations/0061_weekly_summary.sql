-- The weekly summary that authors get by mail. A week begins on Monday. It is planned once: its row and the queue are
-- written in one transaction.
create table weekly_summary (
  week date primary key check (extract(isodow from week) = 1)
);

-- Summaries that are still to be written. Deleted in the transaction that writes the mail.
create table weekly_summary_mail (
  person_id text primary key references person on delete cascade,
  week      date not null
);
