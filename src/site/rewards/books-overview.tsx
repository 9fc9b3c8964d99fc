import { useRevalidator } from 'react-router'
import type { BerryProof, BookDifference } from '#contract/rewards/rewards-admin.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { formatNumber } from './labels.ts'
import type { RewardsOverview } from './rewards-data.ts'

/** The totals of the ledger, and whether the books add up. */
export function BooksOverview({ toFulfil, proof }: RewardsOverview) {
  return (
    <div className="mt-6 grid grid-cols-1 gap-10">
      {toFulfil > 0 && (
        <Banner
          tone="warning"
          action={
            <ButtonLink to="/admin/rewards?show=redemptions&state=to-fulfil" tone="quiet" size="sm">
              Show
            </ButtonLink>
          }
        >
          {toFulfil === 1 ? '1 redemption is' : `${formatNumber(toFulfil)} redemptions are`} waiting to be fulfilled.
        </Banner>
      )}
      {proof && <Totals {...proof} />}
      <Books proof={proof} />
      <section aria-labelledby="correct">
        <h2 id="correct" className="font-serif text-lg font-semibold">
          Correct a balance
        </h2>
        <p className="mt-1.5 mb-4 max-w-reading text-gray-600">
          The ledger is never edited. A correction is a new entry with a reason, which the person sees in their history.
          To take back a single entry, reverse it in the ledger.
        </p>
        <CorrectionDialog />
      </section>
    </div>
  )
}

function Totals({ at, totals }: BerryProof) {
  const { issued, corrected, held, redeemed, pendingGifts, people } = totals
  return (
    <div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Total name="Berries earned" count={issued} />
        <Total name="Added by corrections" count={corrected} />
        <Total name="In baskets" count={held} />
        <Total name="Redeemed" count={redeemed} />
        <Total name="In pending gifts" count={pendingGifts} />
        <Total name="People with berries" count={people} />
      </dl>
      <p className="mt-3 text-sm text-gray-600">
        At the last check, <Time at={at} />. What was earned and added by corrections is in baskets, redeemed or in
        pending gifts.
      </p>
    </div>
  )
}

function Total({ name, count }: { name: string; count: number }) {
  return (
    <div className="rounded-lg border border-gray-200 p-4">
      <dt className="text-sm text-gray-600">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums sm:text-2xl">{formatNumber(count)}</dd>
    </div>
  )
}

function Books({ proof: loaded }: { proof: BerryProof | null }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { busy, problem, done, run } = useAction()

  function prove() {
    void run(async () => {
      await api('POST /api/admin/rewards/prove')
      await revalidate()
    }, 'Checked just now.')
  }

  return (
    <section aria-labelledby="books">
      <h2 id="books" className="font-serif text-lg font-semibold">
        The books
      </h2>
      <p className="mt-1.5 mb-4 max-w-reading text-gray-600">
        A job checks every day that the entries of each transfer sum to zero and that each balance equals its entries.
      </p>
      <div className="grid grid-cols-1 gap-4">
        <Proof proof={loaded} />
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="quiet" busy={busy} onClick={prove}>
            Check the books now
          </Button>
          <output className="text-sm text-gray-600">{done}</output>
        </div>
      </div>
    </section>
  )
}

function Proof({ proof }: { proof: BerryProof | null }) {
  if (!proof) return <Banner>The books have not been checked yet.</Banner>
  const { at, transfers, accounts, differences } = proof
  const checked = (
    <>
      {formatNumber(transfers)} transfers and {formatNumber(accounts)} accounts, checked <Time at={at} />.
    </>
  )
  if (differences.length === 0)
    return (
      <Banner tone="success" title="The books balance.">
        {checked}
      </Banner>
    )
  return (
    <Banner
      tone="danger"
      title={`The books don’t balance: ${differences.length === 1 ? '1 difference' : `${formatNumber(differences.length)} differences`}`}
    >
      <p>{checked} Look at these entries in the ledger, and restore a backup if a database was damaged.</p>
      <ul className="mt-2 list-disc ps-5">
        {differences.map((difference) => (
          <li key={`${difference.kind} ${difference.id}`} className="wrap-anywhere">
            {describe(difference)}: expected {formatNumber(difference.expected)}, found {formatNumber(difference.found)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function describe({ kind, id }: BookDifference) {
  if (kind === 'transfer') return `Sum of transfer ${id}`
  if (kind === 'balance') return `Balance of account ${id}`
  if (kind === 'negative') return `Account ${id} is below zero`
  if (kind === 'gift') return `Berries of gift ${id}`
  if (kind === 'redemption') return `Berries of redemption ${id}`
  return 'Sum of all accounts'
}
