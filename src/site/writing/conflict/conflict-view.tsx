import { useEffect, useRef, useState } from 'react'
import type { Article, DraftFields } from '#contract/articles.ts'
import { CopyButton } from '#site/account/copy-button.tsx'
import { Button } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { blocksOf } from '#site/writing/compare/blocks.ts'
import { CompareDocuments } from '#site/writing/compare/compare-documents.tsx'
import { compareWords } from '#site/writing/compare/compare-words.ts'
import type { FieldName } from '#site/writing/saving/fields.ts'
import { fieldWords, valueText } from './field-words.ts'

type Props = {
  /** Who is looking: theirs may be their own, from another place. */
  person: string
  mine: DraftFields
  theirs: Article
  clash: readonly FieldName[]
  onResolve(choice: 'mine' | 'theirs'): Promise<void>
}

const othersWords = {
  title: 'Somebody else saved',
  how: 'while you were writing',
  mine: 'Keep mine',
  theirs: 'Take theirs',
  copy: 'Copy mine',
  kept: 'Keep yours, and theirs stays among the earlier versions. Take theirs, and yours stays in this browser until you throw it away; undo brings it back, too.',
}

const ownWords = {
  title: 'You saved it elsewhere',
  how: 'in another tab or on another device while you were writing here',
  mine: 'Keep this one',
  theirs: 'Take the other',
  copy: 'Copy this one',
  kept: 'The one you do not choose stays in this browser until you throw it away.',
}

/** Two people changed the same: both are shown, and nothing is lost whichever is chosen. */
export function ConflictView({ person, mine, theirs, clash, onResolve }: Props) {
  const [busy, setBusy] = useState<'mine' | 'theirs' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const own = theirs.savedBy?.id === person
  const who = theirs.savedBy?.name ?? 'Somebody else'
  const words = own ? ownWords : othersWords
  const small = clash.filter((name) => name !== 'body')

  async function choose(choice: 'mine' | 'theirs') {
    if (busy) return
    setBusy(choice)
    await onResolve(choice).finally(() => setBusy(null))
  }

  return (
    <section aria-labelledby="conflict-title" className="mx-auto max-w-5xl px-5 py-8">
      <h2 id="conflict-title" ref={heading} tabIndex={-1} className="font-serif text-2xl font-semibold outline-none">
        {words.title}
      </h2>
      <p className="mt-2 max-w-reading text-gray-700">
        {own ? 'You' : <bdi>{who}</bdi>} saved this story <Time at={theirs.savedAt} /> {words.how}. Choose which one
        goes on. The other one is kept.
      </p>
      <div className="my-6 grid gap-3 sm:flex sm:flex-wrap">
        <Button busy={busy === 'mine'} onClick={() => void choose('mine')}>
          {words.mine}
        </Button>
        <Button tone="quiet" busy={busy === 'theirs'} onClick={() => void choose('theirs')}>
          {words.theirs}
        </Button>
        <CopyButton text={plainText(mine)} label={words.copy} />
      </div>
      <p className="mb-8 text-sm text-gray-600">{words.kept}</p>
      {small.length > 0 && <Differences mine={mine} theirs={theirs} names={small} />}
      {clash.includes('body') && (
        <CompareDocuments
          before={theirs.body}
          after={mine.body}
          labels={
            own ? { before: 'From elsewhere', after: 'From here' } : { before: `Theirs (${who})`, after: 'Yours' }
          }
          language={mine.language}
        />
      )}
    </section>
  )
}

function Differences({ mine, theirs, names }: { mine: DraftFields; theirs: Article; names: readonly FieldName[] }) {
  return (
    <dl className="mb-8 grid gap-4">
      {names.map((name) => (
        <div key={name} className="border-t border-gray-200 pt-3">
          <dt className="text-sm font-medium text-gray-700">{fieldWords[name]}</dt>
          <dd className="mt-1 font-serif wrap-anywhere" dir="auto">
            {compareWords(valueText(theirs, name), valueText(mine, name)).map(({ change, text }, i) => {
              const key = `${i} ${change}`
              if (change === 'added')
                return (
                  <ins key={key} className="bg-primary-100 decoration-primary-700 decoration-2">
                    {text}
                  </ins>
                )
              if (change === 'removed')
                return (
                  <del key={key} className="bg-danger-50 text-danger-800">
                    {text}
                  </del>
                )
              return <span key={key}>{text}</span>
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A text to take elsewhere. */
export function plainText({ title, subtitle, body }: DraftFields) {
  const words = blocksOf(body).map(({ text }) => text)
  return [title, subtitle, ...words].filter((line) => line !== '').join('\n\n')
}
