-- The library counts towards what an account, and the site, may keep; what is in it already is counted here.
insert into storage_use (uid, bytes)
  select person.uid, sum(media.size) from media join person on person.id = media.owner_id
    where person.uid is not null group by person.uid
  on conflict (uid) do update set bytes = storage_use.bytes + excluded.bytes;

insert into storage_use (uid, bytes)
  select '__site', sum(media.size) from media join person on person.id = media.owner_id
    where person.uid is not null having count(*) > 0
  on conflict (uid) do update set bytes = storage_use.bytes + excluded.bytes;
