import { useEffect, useRef, useState } from 'react'
import { refusals } from '#contract/errors.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import type { Coupon } from './use-coupon.ts'

/** Opens on request, because most people have no coupon. */
export function CouponField({ coupon }: { coupon: Coupon }) {
  const { code, discount, problem, failure, apply, checkAgain, remove } = coupon
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const applied = useRef<HTMLOutputElement>(null)
  // Each step removes the control that had the focus.
  const step = useRef<'open' | 'apply' | 'remove' | null>(null)
  useEffect(() => {
    if (step.current === null) return
    const target = { open: field, apply: applied, remove: opener }[step.current].current
    if (!target) return
    target.focus()
    step.current = null
  })

  async function submit({ coupon: typed = '' }: Record<string, string>) {
    const wanted = typed.trim()
    if (!wanted) return { fields: { coupon: 'Enter the code of your coupon.' } }
    try {
      step.current = 'apply'
      await apply(wanted)
      setOpen(false)
      return undefined
    } catch (error) {
      step.current = null
      // Invalid: too short for a code.
      if (errorCode(error) === 'invalid') return { fields: { coupon: refusals['code-not-valid'].message } }
      if (errorCode(error) === 'code-not-valid') return { fields: { coupon: errorMessage(error) } }
      return { message: errorMessage(error) }
    }
  }

  if (code !== null)
    return (
      <div className="grid gap-2 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <output ref={applied} tabIndex={-1} className={discount ? 'text-primary-800' : 'text-gray-700'}>
            Coupon <bdi className="font-medium">{code}</bdi> {discount && 'applied'}
          </output>
          <Button
            tone="plain"
            size="sm"
            aria-label={`Remove coupon ${code}`}
            onClick={() => {
              step.current = 'remove'
              remove()
            }}
          >
            Remove
          </Button>
        </div>
        {problem && <Banner tone="warning">{problem}</Banner>}
        {failure && (
          <Banner
            tone="danger"
            title="We couldn’t check your coupon"
            action={
              <Button
                tone="quiet"
                size="sm"
                onClick={() => {
                  applied.current?.focus()
                  checkAgain()
                }}
              >
                Try again
              </Button>
            }
          >
            {failure}
          </Banner>
        )}
      </div>
    )
  if (!open)
    return (
      <Button
        ref={opener}
        tone="plain"
        size="sm"
        className="justify-self-start -ms-3.5"
        onClick={() => {
          step.current = 'open'
          setOpen(true)
        }}
      >
        Use a coupon
      </Button>
    )
  return (
    <Form submit="Apply" tone="quiet" onSubmit={submit}>
      <TextField
        ref={field}
        name="coupon"
        label="Coupon"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        dir="ltr"
      />
    </Form>
  )
}
