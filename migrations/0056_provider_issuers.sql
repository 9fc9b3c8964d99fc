-- A subject is unique per issuer. A provider whose issuer changes must not sign people in to accounts of the earlier one.
-- Empty: linked before issuers were stored. The first sign-in sets it.
alter table account_provider add column issuer text not null default '' check (length(issuer) <= 2000);
update account_provider set issuer = identity_provider.issuer
  from identity_provider where identity_provider.id = account_provider.provider_id;
alter table account_provider drop constraint account_provider_pkey;
alter table account_provider add primary key (provider_id, raw_id, issuer);
