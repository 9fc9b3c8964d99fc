-- Membership: plans, what people pay, and who may read members' stories. Amounts are in the smallest unit of the currency.
create table plan (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  name        text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 300),
  period      text not null check (period in ('month', 'year')),
  price       int not null check (price between 0 and 100000000),
  currency    text not null check (currency ~ '^[a-z]{3}$'),
  trial_days  int not null default 0 check (trial_days between 0 and 365),
  -- What the plan includes, as the page lists it.
  benefits    text[] not null default '{}' check (cardinality(benefits) <= 12),
  -- People who can use one membership, the owner included.
  seats       int not null default 1 check (seats between 1 and 500),
  position    int not null default 0,
  -- Null while the plan is on sale. Its members keep it afterwards.
  archived_at timestamptz(3),
  version     int not null default 1,
  -- The id that the browser made for adding it: a repeated request adds one plan.
  request_id  text unique,
  created_at  timestamptz(3) not null
);
create index plan_on_sale on plan (position, id) where archived_at is null;

-- The prices that were created at the payment provider. A price there never changes, so a new amount is a new one.
create table plan_price (
  provider    text not null check (length(provider) <= 20),
  plan_id     text not null references plan on delete cascade,
  amount      int not null,
  currency    text not null,
  period      text not null,
  provider_id text not null check (length(provider_id) <= 200),
  primary key (provider, plan_id, amount, currency, period)
);

create table coupon (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  -- Upper case. People enter it in any case.
  code            text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  percent_off     int check (percent_off between 1 and 100),
  amount_off      int check (amount_off > 0),
  currency        text check (currency ~ '^[a-z]{3}$'),
  duration        text not null check (duration in ('once', 'months', 'forever')),
  months          int check (months between 1 and 36),
  -- Null: every plan.
  plan_id         text references plan on delete cascade,
  max_redemptions int check (max_redemptions > 0),
  redemptions     int not null default 0 check (redemptions >= 0),
  expires_at      timestamptz(3),
  ended_at        timestamptz(3),
  created_at      timestamptz(3) not null,
  check ((percent_off is null) <> (amount_off is null)),
  check ((amount_off is null) = (currency is null)),
  check ((duration = 'months') = (months is not null)),
  check (max_redemptions is null or redemptions <= max_redemptions)
);
create index coupon_plan on coupon (plan_id) where plan_id is not null;
create index coupon_newest on coupon (created_at desc, id desc);

-- The address and tax number on receipts.
create table billing_profile (
  person_id   text primary key references person on delete cascade,
  name        text not null default '' check (length(name) <= 120),
  address     text not null default '' check (length(address) <= 500),
  country     text not null default '' check (country ~ '^([A-Z]{2})?$'),
  tax_id      text not null default '' check (length(tax_id) <= 40),
  provider    text check (length(provider) <= 20),
  customer_id text check (length(customer_id) <= 200),
  unique (provider, customer_id)
);

-- One for each person who ever had one. The state follows the last true state at the provider.
create table membership (
  id                   text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id            text not null unique references person on delete cascade,
  state                text not null check (state in ('none', 'trialing', 'active', 'past-due', 'cancelled', 'expired')),
  plan_id              text not null references plan,
  provider             text not null check (length(provider) <= 20),
  subscription_id      text not null check (length(subscription_id) <= 200),
  -- What is paid each period, after a switch the new price.
  price                int not null check (price >= 0),
  currency             text not null check (currency ~ '^[a-z]{3}$'),
  -- The next payment after coupon and credit. Null when none is due, or the provider has not said.
  next_amount          int check (next_amount >= 0),
  period               text not null check (period in ('month', 'year')),
  seats                int not null default 1 check (seats >= 1),
  period_start         timestamptz(3) not null,
  period_end           timestamptz(3) not null,
  trial_end            timestamptz(3),
  -- When the first unpaid invoice failed; the grace period counts from here.
  failed_at            timestamptz(3),
  grace_until          timestamptz(3),
  -- Shown with the payment method: “Visa ending in 4242”.
  card                 text not null default '' check (length(card) <= 80),
  coupon_id            text references coupon on delete set null,
  started_at           timestamptz(3) not null,
  ended_at             timestamptz(3),
  -- When the provider is asked next. Null once expired.
  due_at               timestamptz(3),
  updated_at           timestamptz(3) not null,
  -- Changes with every sync. A state that was fetched before the last sync is not applied.
  version              int not null default 1,
  unique (provider, subscription_id),
  check ((state = 'past-due') = (grace_until is not null)),
  check ((state = 'expired') = (ended_at is not null))
);
create index membership_plan on membership (plan_id);
create index membership_coupon on membership (coupon_id) where coupon_id is not null;
create index membership_due on membership (due_at, id) where due_at is not null;
create index membership_newest on membership (started_at desc, id desc);
create index membership_ended on membership (ended_at) where ended_at is not null;
create index membership_state on membership (state, started_at desc, id desc);

-- Every transition, for the person, the revenue figures and support.
create table membership_change (
  id            bigint generated always as identity primary key,
  membership_id text not null references membership on delete cascade,
  at            timestamptz(3) not null,
  event         text not null check (length(event) <= 40),
  from_state    text not null,
  to_state      text not null,
  -- One membership can be of the test checkout first, and of a real provider later.
  provider      text not null check (length(provider) <= 20),
  plan_id       text not null references plan,
  price         int not null,
  currency      text not null,
  period        text not null
);
create index membership_change_of on membership_change (membership_id, id desc);
create index membership_change_at on membership_change (at, id);
create index membership_change_plan on membership_change (plan_id);

-- The one question at cancellation.
create table exit_answer (
  membership_id text not null references membership on delete cascade,
  at            timestamptz(3) not null,
  reason        text not null check (length(reason) between 1 and 40),
  comment       text not null default '' check (length(comment) <= 1000),
  primary key (membership_id, at)
);
create index exit_answer_newest on exit_answer (at desc);

create table checkout (
  id          text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  kind        text not null check (kind in ('membership', 'gift')),
  person_id   text not null references person on delete cascade,
  plan_id     text not null references plan,
  coupon_id   text references coupon on delete set null,
  provider    text not null check (length(provider) <= 20),
  session_id  text check (length(session_id) <= 300),
  url         text not null default '' check (length(url) <= 4000),
  state       text not null default 'open' check (state in ('open', 'paid', 'expired', 'refunded')),
  -- The browser's idempotency key: a repeated click opens the same checkout.
  request_id  text not null,
  amount      int not null check (amount >= 0),
  currency    text not null check (currency ~ '^[a-z]{3}$'),
  created_at  timestamptz(3) not null,
  closed_at   timestamptz(3),
  -- When the provider is asked next. Null once closed.
  due_at      timestamptz(3),
  unique (provider, session_id),
  unique (person_id, request_id)
);
create index checkout_due on checkout (due_at, id) where due_at is not null;
create index checkout_plan on checkout (plan_id);
create index checkout_coupon on checkout (coupon_id) where coupon_id is not null;

-- Once for each person and coupon. It counts when the checkout was paid.
create table coupon_redemption (
  coupon_id text not null references coupon on delete cascade,
  person_id text not null references person on delete cascade,
  at        timestamptz(3) not null,
  primary key (coupon_id, person_id)
);
create index coupon_redemption_person on coupon_redemption (person_id);

-- Payments are kept when the person leaves: the books of the site need them.
create table payment (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id       text references person on delete set null,
  membership_id   text references membership on delete set null,
  kind            text not null check (kind in ('membership', 'gift')),
  plan_id         text references plan on delete set null,
  provider        text not null check (length(provider) <= 20),
  -- The invoice or the one-time payment at the provider.
  provider_id     text not null check (length(provider_id) <= 200),
  state           text not null check (state in ('paid', 'failed', 'refunded')),
  -- The number on the receipt, counting up without gaps for each provider. Set once paid.
  number          bigint,
  description     text not null check (length(description) <= 200),
  -- What was paid, tax included.
  amount          int not null check (amount >= 0),
  discount        int not null default 0 check (discount >= 0),
  tax             int not null default 0 check (tax between 0 and amount),
  refunded        int not null default 0 check (refunded between 0 and amount),
  currency        text not null check (currency ~ '^[a-z]{3}$'),
  period_start    timestamptz(3),
  period_end      timestamptz(3),
  created_at      timestamptz(3) not null,
  paid_at         timestamptz(3),
  -- As the receipt shows it, whatever changes later.
  seller          jsonb not null default '{}',
  buyer           jsonb not null default '{}',
  unique (provider, provider_id),
  unique (provider, number),
  check ((state = 'failed') = (paid_at is null)),
  check ((number is null) = (paid_at is null))
);
create index payment_person on payment (person_id, created_at desc, id desc);
create index payment_membership on payment (membership_id) where membership_id is not null;
create index payment_plan on payment (plan_id) where plan_id is not null;
create index payment_newest on payment (created_at desc, id desc);
-- With what the creators' revenue needs, which sums all payments.
create index payment_paid on payment (paid_at) include (currency, amount, tax, provider) where paid_at is not null;

-- Each time more of a payment was refunded. Together they are payment.refunded; figures of a month count those made in it.
create table payment_refund (
  id         bigint generated always as identity primary key,
  payment_id text not null references payment on delete cascade,
  amount     int not null check (amount > 0),
  at         timestamptz(3) not null
);
create index payment_refund_payment on payment_refund (payment_id);
create index payment_refund_at on payment_refund (at);

-- Webhooks that were received, so that a repeated one changes nothing.
create table billing_event (
  provider    text not null check (length(provider) <= 20),
  id          text not null check (length(id) <= 200),
  type        text not null check (length(type) <= 100),
  received_at timestamptz(3) not null,
  handled_at  timestamptz(3),
  -- The subscription, checkout session or charge that the event is about.
  subject     text not null default '' check (length(subject) <= 300),
  attempts    int not null default 0,
  -- The next attempt. Null once handled.
  due_at      timestamptz(3),
  primary key (provider, id)
);
create index billing_event_due on billing_event (due_at) where due_at is not null;
create index billing_event_age on billing_event (received_at);

-- How far the provider's own list of events was read, for webhooks that never arrived.
create table billing_event_reading (
  provider   text primary key check (length(provider) <= 20),
  read_until timestamptz(3) not null,
  -- The next reading.
  due_at     timestamptz(3) not null
);

create table gift_code (
  id              text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  -- Codes are found by their hash and shown to the buyer again, so they are stored encrypted.
  code_hash       bytea unique,
  code            text,
  months          int not null check (months between 1 and 36),
  plan_id         text references plan on delete set null,
  -- The checkout that pays for it. Null when an admin made it.
  checkout_id     text unique references checkout on delete set null,
  buyer_id        text references person on delete set null,
  recipient_name  text not null default '' check (length(recipient_name) <= 80),
  recipient_email text not null default '' check (length(recipient_email) <= 320),
  message         text not null default '' check (length(message) <= 500),
  -- An admin's note: why the codes were made.
  note            text not null default '' check (length(note) <= 200),
  state           text not null check (state in ('unpaid', 'ready', 'redeemed', 'ended')),
  redeemed_by     text references person on delete set null,
  redeemed_at     timestamptz(3),
  expires_at      timestamptz(3),
  -- The id that the browser made for the codes of an admin: a repeated request makes them once.
  request_id      text,
  created_at      timestamptz(3) not null,
  check ((code_hash is null) = (code is null)),
  check (state not in ('ready', 'redeemed') or code is not null),
  check ((state = 'redeemed') = (redeemed_at is not null))
);
create index gift_code_buyer on gift_code (buyer_id, created_at desc) where buyer_id is not null;
create index gift_code_redeemed_by on gift_code (redeemed_by) where redeemed_by is not null;
create index gift_code_plan on gift_code (plan_id) where plan_id is not null;
create index gift_code_request on gift_code (request_id) where request_id is not null;
create index gift_code_newest on gift_code (created_at desc, id desc);
create index gift_code_state on gift_code (state, created_at desc, id desc);

-- Seats of a group membership, besides the owner's.
create table seat (
  id            text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  membership_id text not null references membership on delete cascade,
  email         text not null check (length(email) between 3 and 320),
  token_hash    bytea unique,
  person_id     text references person on delete cascade,
  invited_at    timestamptz(3) not null,
  accepted_at   timestamptz(3),
  unique (membership_id, email),
  check ((person_id is null) = (accepted_at is null))
);
create unique index seat_person on seat (person_id) where person_id is not null;

-- Membership without a subscription: from a gift code, a reward or an admin. Grants run one after the other, after everything
-- that is paid.
create table membership_grant (
  id         text primary key check (id ~ '^[A-Za-z0-9]{20}$'),
  person_id  text not null references person on delete cascade,
  source     text not null check (source in ('gift', 'reward', 'admin')),
  -- Unique, so that one gift or redemption counts once.
  cause      text not null unique check (length(cause) <= 100),
  months     int not null check (months between 1 and 36),
  -- Null while it waits for the end of a membership or seat that renews.
  starts_at  timestamptz(3),
  ends_at    timestamptz(3) check (ends_at > starts_at),
  -- The rest of a grant that had begun and had to wait.
  left_ms    bigint check (left_ms > 0),
  created_at timestamptz(3) not null,
  ended_at   timestamptz(3),
  check ((starts_at is null) = (ends_at is null))
);
create index membership_grant_person on membership_grant (person_id, created_at desc, id desc);
create index membership_grant_newest on membership_grant (created_at desc, id desc);

-- Whether a person is a member now: derived from membership, seats and grants in the transaction that changes them.
create table entitlement (
  person_id  text primary key references person on delete cascade,
  until      timestamptz(3) not null,
  source     text not null check (source in ('membership', 'seat', 'gift', 'reward', 'admin')),
  updated_at timestamptz(3) not null
);
create index entitlement_until on entitlement (until, person_id);

-- The built-in test provider. It stands for a service elsewhere: only its adapter reads and writes these tables.
create table test_subscription (
  id                   text primary key check (length(id) <= 60),
  customer_id          text not null,
  status               text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  plan_id              text not null,
  amount               int not null,
  currency             text not null,
  period               text not null,
  percent_off          int,
  amount_off           int,
  discount_ends_at     timestamptz(3),
  period_start         timestamptz(3) not null,
  period_end           timestamptz(3) not null,
  trial_end            timestamptz(3),
  cancel_at_period_end boolean not null default false,
  -- The test card decides what happens at each payment.
  card                 text not null check (card in ('works', 'declined', 'fails-later')),
  retry_at             timestamptz(3),
  -- What a switch to a cheaper plan left over. It pays for the next invoices.
  credit               int not null default 0 check (credit >= 0),
  checkout_id          text not null,
  description          text not null,
  ended_at             timestamptz(3),
  created_at           timestamptz(3) not null
);

create table test_session (
  id              text primary key check (length(id) <= 60),
  checkout_id     text not null unique,
  mode            text not null check (mode in ('subscription', 'payment')),
  status          text not null check (status in ('open', 'complete', 'expired')),
  details         jsonb not null,
  customer_id     text not null,
  subscription_id text,
  invoice_id      text,
  created_at      timestamptz(3) not null
);

create table test_invoice (
  id              text primary key check (length(id) <= 60),
  subscription_id text references test_subscription on delete cascade,
  session_id      text,
  status          text not null check (status in ('paid', 'open', 'void')),
  amount          int not null check (amount >= 0),
  discount        int not null default 0,
  refunded        int not null default 0,
  currency        text not null,
  description     text not null,
  period_start    timestamptz(3),
  period_end      timestamptz(3),
  created_at      timestamptz(3) not null,
  paid_at         timestamptz(3)
);
create index test_invoice_subscription on test_invoice (subscription_id, created_at);
