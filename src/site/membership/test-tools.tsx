import { useState } from 'react'
import type { OwnMembership } from '#contract/membership/membership.ts'
import type { TestCard } from '#contract/membership/states.ts'
import { Outcome } from '#site/identity/account/outcome.tsx'
import { Section } from '#site/identity/account/section.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { testCardOptions } from './test-cards.ts'

/** What the customer portal and the passing of time do at a payment provider. */
export function TestTools({ onChange }: { onChange(own: OwnMembership): void }) {
  const api = useApi()
  const action = useAction()
  const [card, setCard] = useState<TestCard>('works')

  const change = () =>
    action.run(
      async () => onChange(await api('POST /api/membership/test/card', { body: { card } })),
      'The test card was changed.',
    )
  const renew = () =>
    action.run(async () => onChange(await api('POST /api/membership/test/renew')), 'The period has ended.')

  return (
    <Section id="test" title="Test tools" about="Only in test mode. No money moves.">
      <RadioGroup legend="Test card" options={testCardOptions} value={card} onChange={(value) => setCard(value)} />
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" size="sm" busy={action.busy} onClick={() => void change()}>
          Change test card
        </Button>
        <Button tone="quiet" size="sm" busy={action.busy} onClick={() => void renew()}>
          End this period now
        </Button>
      </div>
      <Outcome {...action} />
    </Section>
  )
}
