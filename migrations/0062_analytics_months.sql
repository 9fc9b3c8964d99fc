-- Figures of months that can no longer change, added up from those of their days. Long periods are read from fewer rows.
create table analytics_month (
  article_id text collate "C" not null,
  dimension  text collate "C" not null,
  -- The first day of the month.
  month      date not null check (extract(day from month) = 1),
  value      text not null,
  views      int not null,
  reads      int not null,
  visitors   int not null,
  primary key (article_id, dimension, month, value)
);

create table analytics_vital_month (
  month   date not null check (extract(day from month) = 1),
  page    text not null,
  name    text not null,
  bucket  smallint not null,
  samples int not null,
  primary key (month, page, name, bucket)
);
