-- Pictures that a process left half done are looked for every half minute; there are few among many.
create index media_processing on media (updated_at) where state = 'processing';
