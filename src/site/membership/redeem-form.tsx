import { useRef, useState } from 'react'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { useFocusOnChange } from '#site/identity/account/focus.tsx'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useApi } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'
import { formatDate } from './format-membership.ts'
import { useQueryValue, useRemoveQueryValue } from './use-query-value.ts'

type Props = { isSignedIn: boolean; onRedeemed(own: OwnMembership): void }

export function RedeemCode({ isSignedIn, onRedeemed }: Props) {
  const code = useQueryValue('gift') ?? ''
  const removeCode = useRemoveQueryValue('gift')
  // Remounts the form, so that its field is empty again.
  const [redeemed, setRedeemed] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  // Unless the state of the membership has changed, which gets the focus after this.
  useFocusOnChange(heading, String(redeemed))

  async function redeem(own: OwnMembership) {
    setRedeemed((count) => count + 1)
    onRedeemed(own)
    await removeCode()
  }

  return (
    <section
      id="redeem"
      aria-labelledby="redeem-title"
      className="scroll-mt-6 rounded-lg border border-gray-200 bg-white p-6"
    >
      <Icon name="ticket" size={28} className="text-primary-700" />
      <h2
        ref={heading}
        id="redeem-title"
        tabIndex={-1}
        className="mt-3 font-serif text-lg leading-snug font-semibold outline-none"
      >
        Redeem a code
      </h2>
      <p className="mt-1.5 mb-5 text-pretty text-gray-600">
        {code
          ? 'You received a membership as a gift. Redeem it to start reading.'
          : 'Someone gave you a membership? Enter the code of the gift.'}
      </p>
      {isSignedIn ? (
        <RedeemForm
          key={`${code} ${redeemed}`}
          code={redeemed === 0 ? code : ''}
          onRedeemed={(own) => void redeem(own)}
        />
      ) : (
        <ButtonLink
          to={withNext('/auth/newauth', code ? `/membership?gift=${encodeURIComponent(code)}` : '/membership#redeem')}
          tone={code ? 'primary' : 'quiet'}
        >
          Sign in to redeem it
        </ButtonLink>
      )}
    </section>
  )
}

function RedeemForm({ code: first, onRedeemed }: { code: string; onRedeemed(own: OwnMembership): void }) {
  const api = useApi()

  async function redeem({ code = '' }: Record<string, string>) {
    if (code.trim().length < 3) return { fields: { code: 'Enter the code of your gift.' } }
    try {
      const own = await api('POST /api/membership/gifts/redeem', { body: { code: code.trim() } })
      onRedeemed(own)
      await toast({
        tone: 'success',
        title: 'Gift redeemed',
        ...describeGift(own),
      })
      return undefined
    } catch (error) {
      if (errorCode(error) === 'code-not-valid') return { fields: { code: errorMessage(error) } }
      return toFieldProblem(error, ['code'])
    }
  }

  return (
    <Form submit="Redeem" onSubmit={redeem}>
      <TextField
        name="code"
        label="Code"
        required
        defaultValue={first}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
      />
    </Form>
  )
}

function describeGift({ until, waitingMonths }: OwnMembership) {
  if (waitingMonths > 0) return { description: 'It starts when your membership ends.' }
  return until ? { description: `You’re a member until ${formatDate(until)}.` } : {}
}
