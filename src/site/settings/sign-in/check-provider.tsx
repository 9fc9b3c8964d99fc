import { useState } from 'react'
import type { ProviderCheck } from '#contract/identity/sign-in-settings.ts'
import { Refusal } from '#contract/errors.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { CheckSteps } from '#site/settings/check-steps.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

const stepNames = {
  discovery: 'Discovery document',
  issuer: 'Issuer',
  endpoints: 'Addresses',
  keys: 'Signing keys',
}

export function CheckProvider({ readIssuer }: { readIssuer(): string }) {
  const api = useApi()
  const { busy, problem, run } = useAction()
  const [result, setResult] = useState<ProviderCheck | null>(null)

  function check() {
    setResult(null)
    void run(async () => {
      try {
        setResult(await api('POST /api/admin/identity-providers/check', { body: { issuer: readIssuer() } }))
      } catch (error) {
        const message = toFieldProblem(error, ['issuer']).fields?.['issuer']
        throw message === undefined ? error : new Refusal('invalid', { message })
      }
    })
  }

  return (
    <section aria-labelledby="check" className="grid gap-3 border-t border-gray-200 pt-5">
      <h2 id="check" className="font-medium">
        Check
      </h2>
      <p className="text-sm text-gray-600">
        Loads the provider’s public description and keys from the issuer above, saved or not. The client ID and secret
        are checked at the first sign-in.
      </p>
      <div>
        <Button tone="quiet" busy={busy} onClick={check}>
          Check the issuer
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
    </section>
  )
}
