-- Every mail, written with its cause and sent after. What opens a door (text, link, code) is blanked once it was sent.
create table mail (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  kind            text not null check (length(kind) <= 60),
  to_address      text not null check (length(to_address) <= 320),
  subject         text not null,
  text            text,
  html            text,
  link            text,
  code            text,
  attempts        int not null default 0,
  next_attempt_at timestamptz,
  problem         text,
  created_at      timestamptz(3) not null default now(),
  sent_at         timestamptz
);

create index mail_newest on mail (created_at desc, id desc);
create index mail_to on mail (to_address, created_at desc, id desc);
create index mail_due on mail (next_attempt_at) where next_attempt_at is not null;
