import { useState } from 'react'
import type { SystemCheck } from '#contract/operations/operations.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Section } from './system-tables.tsx'

export function SystemChecks() {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [checks, setChecks] = useState<SystemCheck[] | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function run() {
    setBusy(true)
    setError(null)
    try {
      setChecks((await api('GET /api/admin/system/checks')).checks)
    } catch (thrown) {
      setError(errorMessage(thrown))
    } finally {
      setBusy(false)
    }
  }

  const failed = checks?.filter(({ ok }) => !ok).length ?? 0
  return (
    <Section title="Checks">
      <p className="mb-3 max-w-reading text-sm text-gray-600">
        Checks migrations, search, counters and the audit log, and connects to the file store and the mail server. It
        may take a minute on a large site.
      </p>
      <Button tone="quiet" busy={busy} onClick={() => void run()}>
        Run checks
      </Button>
      {error && (
        <div className="mt-4">
          <Banner tone="danger" title="The checks could not be run">
            {error}
          </Banner>
        </div>
      )}
      <div aria-live="polite">
        {checks && (
          <>
            <p className="mt-4 font-medium">
              {failed === 0 ? 'All checks passed.' : `${failed} of ${checks.length} checks failed.`}
            </p>
            <ul className="mt-2 divide-y divide-gray-200">
              {checks.map(({ check, ok, found }) => (
                <li key={check} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
                  <Badge tone={ok ? 'primary' : 'danger'}>{ok ? 'Passed' : 'Failed'}</Badge>
                  <span className="font-medium">{check}</span>
                  <span className="min-w-0 wrap-anywhere text-gray-600">{found}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Section>
  )
}
