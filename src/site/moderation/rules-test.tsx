import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { ModerationRules, RuleMatch } from '#contract/moderation/moderation.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Time } from '#site/ui/time.tsx'
import { plural } from './labels.ts'

type Checked = Reply<'POST /api/admin/moderation/rules/check'>

function describe({ rule, entry, found }: RuleMatch) {
  if (rule === 'links') return `${plural(Number(entry), 'link')}, more than allowed`
  const name = rule === 'words' ? 'Blocked word' : 'Blocked domain'
  return `${name} “${entry}”${found && found !== entry ? `, found as “${found}”` : ''}`
}

/** Tries the rules of the form, also unsaved ones, on a text and on past responses. */
export function RulesTest({ rules }: { rules(): ModerationRules }) {
  const api = useApi()
  const [text, setText] = useState('')
  const [matches, setMatches] = useState<RuleMatch[] | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const test = () =>
    run(async () => {
      const body = { rules: rules(), text }
      setMatches((await api('POST /api/admin/moderation/rules/test', { body })).matches)
    })
  const check = () =>
    run(async () => setChecked(await api('POST /api/admin/moderation/rules/check', { body: { rules: rules() } })))

  return (
    <section className="grid gap-4 border-t border-gray-200 pt-6 noscript:hidden">
      <h2 className="font-serif text-xl font-semibold">Test the rules</h2>
      <p className="text-gray-600">The test uses the rules as they are in the form, also before you save them.</p>
      <label className="grid gap-1.5">
        <span className="text-sm font-medium text-gray-800">A text to test</span>
        <textarea
          rows={3}
          dir="auto"
          maxLength={10_000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={`py-2.5 ${controlLook}`}
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <Button tone="quiet" busy={busy} onClick={() => void test()}>
          Test this text
        </Button>
        <Button tone="quiet" busy={busy} onClick={() => void check()}>
          Check past responses
        </Button>
      </div>
      {problem && <p className="text-danger-700">{problem}</p>}
      <output className="grid gap-2">
        {matches?.length === 0 && <p>No rule holds this text. It can still be held as a first response.</p>}
        {matches?.map((match) => (
          <p key={match.rule}>Held. {describe(match)}.</p>
        ))}
      </output>
      {checked && <PastResponses checked={checked} />}
    </section>
  )
}

function PastResponses({ checked: { checked, held, counts, samples } }: { checked: Checked }) {
  return (
    <div>
      <output>
        Of the last {plural(checked, 'response')}, {held.toLocaleString('en')} would have been held: {counts.words} for
        words, {counts.domains} for domains, {counts.links} for links.
      </output>
      <ul className="mt-3">
        {samples.map(({ response: { id, author, text, createdAt }, match }) => (
          <li key={id} className="border-t border-gray-200 py-3 text-sm">
            <p className="text-gray-600">
              <bdi className="font-medium text-gray-900">{author.name}</bdi>, <Time at={createdAt} />. {describe(match)}
            </p>
            <p dir="auto" className="line-clamp-3 wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
