-- Reading lists. Everybody's first one is made when they save their first story; it cannot be deleted.
create table reading_list (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  owner_id    text not null references person on delete cascade,
  name        text not null check (length(name) between 1 and 80),
  description text not null default '' check (length(description) <= 500),
  public      boolean not null default false,
  first       boolean not null default false,
  position    int not null,
  item_count  int not null default 0 check (item_count >= 0),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz
);
create unique index reading_list_first on reading_list (owner_id) where first;
create index reading_list_owner on reading_list (owner_id, position, id);
create index reading_list_deleted on reading_list (deleted_at) where deleted_at is not null;

create table bookmark (
  list_id    text not null references reading_list on delete cascade,
  article_id text not null references article on delete cascade,
  owner_id   text not null references person on delete cascade,
  note       text not null default '' check (length(note) <= 1000),
  -- Smaller is higher up; what is moved gets the middle between its neighbours.
  position   double precision not null,
  added_at   timestamptz not null,
  primary key (list_id, article_id)
);
create index bookmark_order on bookmark (list_id, position, article_id);
create index bookmark_saved on bookmark (owner_id, article_id);
create index bookmark_article on bookmark (article_id);

-- How many people have saved it, in however many lists.
alter table article add column bookmark_count int not null default 0 check (bookmark_count >= 0);
