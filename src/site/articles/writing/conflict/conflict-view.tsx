import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DraftFields } from '#contract/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { Button } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { blocksOf } from '#site/articles/writing/compare/blocks.ts'
import { CompareDocuments } from '#site/articles/writing/compare/compare-documents.tsx'
import { compareWords } from '#site/articles/writing/compare/compare-words.ts'
import type { Choice, Clash } from '#site/articles/writing/merge/merge.ts'
import type { Choices } from '#site/articles/writing/saving/meet.ts'
import type { Conflict } from '#site/articles/writing/saving/state.ts'
import { fieldWords, valueText } from './field-words.ts'

type Props = Conflict & {
  /** The writer: theirs may be their own, from another place. */
  person: string
  mine: DraftFields
  onResolve(choices: Choices): Promise<void>
}

const othersWords = {
  mine: 'Keep mine',
  theirs: 'Take theirs',
  copy: 'Copy mine',
  kept: 'If you keep yours, theirs stays among the earlier versions. If you take theirs, yours stays in this browser until you throw it away, and undo brings it back.',
}

const ownWords = {
  mine: 'Keep this one',
  theirs: 'Take the other',
  copy: 'Copy this one',
  kept: 'The version you do not choose stays in this browser until you throw it away.',
}

/** Two people changed the same: both versions of just that are shown, and nothing is lost whichever is chosen. */
export function ConflictView({ person, mine, theirs, clash, blocks, onResolve }: Props) {
  const [busy, setBusy] = useState<Choice | null>(null)
  const [picked, pick] = useState<Omit<Choices, 'otherwise'>>({ fields: {}, blocks: {} })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const own = theirs.savedBy?.id === person
  const who = theirs.savedBy?.name ?? 'Another person'
  const words = own ? ownWords : othersWords
  const labels = own ? { before: 'From elsewhere', after: 'From here' } : { before: `Theirs (${who})`, after: 'Yours' }
  const fields = clash.filter((name) => name !== 'body')
  const count = fields.length + blocks.length

  async function resolve(otherwise: Choice) {
    if (busy) return
    setBusy(otherwise)
    await onResolve({ ...picked, otherwise }).finally(() => setBusy(null))
  }

  return (
    <section aria-labelledby="conflict-title" className="mx-auto w-full max-w-5xl px-5 py-8">
      <h2 id="conflict-title" ref={heading} tabIndex={-1} className="font-serif text-2xl font-semibold outline-none">
        Two versions of the same text
      </h2>
      <p className="mt-2 max-w-reading text-gray-700">
        {own ? 'You' : <bdi>{who}</bdi>} saved this story <Time at={theirs.savedAt} />{' '}
        {own ? 'in another tab or on another device while you were writing here' : 'while you were writing'}.{' '}
        {count === 1 ? 'Choose a version of this one part.' : `Choose a version of each of these ${count} parts.`}{' '}
        Everything else is merged.
      </p>
      <div className="my-6 grid gap-3 sm:flex sm:flex-wrap">
        {count === 1 ? (
          <>
            <Button busy={busy === 'mine'} onClick={() => void resolve('mine')}>
              {words.mine}
            </Button>
            <Button tone="quiet" busy={busy === 'theirs'} onClick={() => void resolve('theirs')}>
              {words.theirs}
            </Button>
          </>
        ) : (
          <Button busy={busy === 'mine'} onClick={() => void resolve('mine')}>
            Continue with these choices
          </Button>
        )}
        <CopyButton text={plainText(mine)} label={words.copy} />
      </div>
      <p className="mb-8 text-sm text-gray-600">{words.kept}</p>
      <div className="grid grid-cols-1 gap-10">
        {fields.map((name) => (
          <Question
            key={name}
            name={fieldWords[name]}
            words={count > 1 ? words : null}
            choice={picked.fields[name] ?? 'mine'}
            onChoose={(choice) => pick({ ...picked, fields: { ...picked.fields, [name]: choice } })}
          >
            <Difference before={valueText(theirs, name)} after={valueText(mine, name)} />
          </Question>
        ))}
        {blocks.map((block, i) => (
          <Question
            key={block.at}
            name={blocks.length > 1 ? `Text, part ${i + 1} of ${blocks.length}` : 'Text'}
            words={count > 1 ? words : null}
            choice={picked.blocks[block.at] ?? 'mine'}
            onChoose={(choice) => pick({ ...picked, blocks: { ...picked.blocks, [block.at]: choice } })}
          >
            {deletedWords(block, { who, own })}
            <CompareDocuments
              before={textOf(block.theirs)}
              after={textOf(block.mine)}
              labels={labels}
              language={mine.language}
              uncounted
            />
          </Question>
        ))}
      </div>
    </section>
  )
}

type QuestionProps = {
  name: string
  /** Null when it is the only one: then the buttons above answer it. */
  words: { mine: string; theirs: string } | null
  choice: Choice
  onChoose(choice: Choice): void
  children: ReactNode
}

function Question({ name, words, choice, onChoose, children }: QuestionProps) {
  return (
    <fieldset className="min-w-0 border-t border-gray-200 pt-3">
      <legend className="float-start mb-3 w-full text-sm font-medium text-gray-700">{name}</legend>
      {words && (
        <div className="clear-both mb-4 flex flex-wrap gap-x-6 gap-y-1">
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="radio"
                className="size-5 accent-primary-700"
                name={`choice ${name}`}
                checked={choice === side}
                onChange={() => onChoose(side)}
              />
              {words[side]}
            </label>
          ))}
        </div>
      )}
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

function deletedWords({ mine, theirs }: Clash, { who, own }: { who: string; own: boolean }) {
  if (mine.length > 0 && theirs.length > 0) return null
  if (own) return <p className="mb-3 text-sm text-gray-600">Deleted in one place, changed in the other.</p>
  return (
    <p className="mb-3 text-sm text-gray-600">
      {mine.length === 0 ? (
        <>
          You deleted this, and <bdi>{who}</bdi> changed it.
        </>
      ) : (
        <>
          <bdi>{who}</bdi> deleted this, and you changed it.
        </>
      )}
    </p>
  )
}

function textOf(content: Clash['mine']): Document {
  return { type: 'doc', content }
}

function Difference({ before, after }: { before: string; after: string }) {
  return (
    <p className="font-serif wrap-anywhere" dir="auto">
      {compareWords(before, after).map(({ change, text }, i) => {
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
    </p>
  )
}

/** A text to take elsewhere. */
export function plainText({ title, subtitle, body }: DraftFields) {
  const words = blocksOf(body).map(({ text }) => text)
  return [title, subtitle, ...words].filter((line) => line !== '').join('\n\n')
}
