import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { Section } from '#site/identity/account/section.tsx'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { describeResult } from './webhook-labels.tsx'

type Result = Reply<'POST /api/admin/webhooks/{id}/test'>

export function TestSection({ id }: { id: string }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { busy, problem, run } = useAction()
  const [result, setResult] = useState<Result | null>(null)

  function send() {
    setResult(null)
    void run(async () => {
      setResult(await api('POST /api/admin/webhooks/{id}/test', { params: { id } }))
      await revalidate()
    })
  }

  return (
    <Section id="test" title="Test" about="Sends a test.ping event now, once, also while the webhook is disabled.">
      <div>
        <Button tone="quiet" busy={busy} onClick={send}>
          Send a test event
        </Button>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
      {result && <TestResult result={result} />}
    </Section>
  )
}

function TestResult({ result }: { result: Result }) {
  const { state, response, webhookId, id } = result
  const delivered = state === 'delivered'
  return (
    <Banner
      tone={delivered ? 'success' : 'danger'}
      title={delivered ? 'The endpoint accepted the test event.' : 'The test event was not delivered.'}
    >
      <p>{describeResult(result)}</p>
      {response && (
        <pre className="mt-2 max-h-48 overflow-auto rounded-sm bg-white/60 p-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {response}
        </pre>
      )}
      <p className="mt-2">
        <TextLink to={`/admin/webhooks/${webhookId}/deliveries/${id}`}>Show the request</TextLink>
      </p>
    </Banner>
  )
}
