import { useState } from 'react'
import type { StorageCheck as Result } from '#contract/storage.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { CheckSteps } from '#site/settings/check-steps.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'

const stepNames = { write: 'Write', read: 'Read', list: 'List', delete: 'Delete' }

export function StorageCheck() {
  const api = useApi()
  const { busy, problem, run } = useAction()
  const [result, setResult] = useState<Result | null>(null)

  function check() {
    setResult(null)
    void run(async () => setResult(await api('POST /api/admin/storage/check')))
  }

  return (
    <>
      <div>
        <Button tone="quiet" busy={busy} onClick={check}>
          Check storage
        </Button>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div aria-live="polite">
        {result && (
          <CheckSteps
            ok={result.ok}
            steps={result.steps.map(({ step, ...one }) => ({ ...one, name: stepNames[step] }))}
          />
        )}
      </div>
    </>
  )
}
