import type { Revenue } from '#contract/membership/membership-admin.ts'
import { Time } from '#site/ui/time.tsx'
import { exitReasonNames } from './admin-labels.ts'

export function ExitReasons({ revenue: { exits, comments } }: { revenue: Revenue }) {
  const most = Math.max(1, ...exits.map(({ count }) => count))
  return (
    <section aria-labelledby="exits">
      <h2 id="exits" className="font-serif text-xl font-semibold">
        Why people leave
      </h2>
      {exits.length === 0 ? (
        <p className="mt-3 text-gray-600">No answers yet. People are asked for a reason when they cancel.</p>
      ) : (
        <div className="mt-4 grid grid-cols-1 gap-8 lg:grid-cols-2">
          <ul aria-label="Reasons" className="grid grid-cols-1 content-start gap-3">
            {exits.map(({ reason, count }) => (
              <li key={reason} className="text-sm">
                <p className="flex justify-between gap-4">
                  <span>{exitReasonNames[reason]}</span>
                  <span className="tabular-nums">{count.toLocaleString('en')}</span>
                </p>
                <div aria-hidden className="mt-1 h-2 rounded-full bg-gray-100">
                  <div className="h-2 rounded-full bg-primary-700" style={{ width: `${(count / most) * 100}%` }} />
                </div>
              </li>
            ))}
          </ul>
          {comments.length > 0 && (
            <ul aria-label="Comments" className="grid grid-cols-1 content-start gap-4">
              {comments.map(({ reason, comment, at }) => (
                <li key={`${at} ${comment}`} className="border-s-2 border-gray-300 ps-4">
                  <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                    {comment}
                  </p>
                  <p className="mt-1 text-sm text-gray-600">
                    {exitReasonNames[reason]} · <Time at={at} />
                  </p>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}
