import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { Button } from '#site/ui/button.tsx'
import { Time } from '#site/ui/time.tsx'
import { blocksOf } from '#site/articles/writing/compare/blocks.ts'
import { CompareDocuments } from '#site/articles/writing/compare/compare-documents.tsx'
import { compareWords } from '#site/articles/writing/compare/compare-words.ts'
import type { Choice, Clash } from '#site/articles/writing/merge/merge.ts'
import type { Choices } from '#site/articles/writing/saving/reconcile.ts'
import type { Conflict } from '#site/articles/writing/saving/save-state.ts'
import { fieldLabels, formatFieldValue } from './field-labels.ts'

type Props = Conflict & {
  /** Id of the viewer, who may also have saved the other version. */
  person: string
  mine: DraftFields
  /** What is edited. */
  noun?: 'story' | 'page'
  onResolve(choices: Choices): Promise<void>
}

const labelsForOthers = {
  mine: 'Keep mine',
  theirs: 'Use theirs',
  copy: 'Copy mine',
  hint: 'If you keep yours, theirs stays in the earlier versions. If you use theirs, yours stays in this browser until you discard it, and you can undo the change.',
}

const labelsForOwn = {
  mine: 'Keep this version',
  theirs: 'Use the other version',
  copy: 'Copy this version',
  hint: 'The version you don’t choose stays in this browser until you discard it.',
}

/** Shows both versions of the conflicting parts. The version that is not chosen is kept. */
export function ConflictView({ person, mine, theirs, clash, blocks, noun = 'story', onResolve }: Props) {
  const [busy, setBusy] = useState<Choice | null>(null)
  const [picked, setPicked] = useState<Omit<Choices, 'otherwise'>>({ fields: {}, blocks: {} })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const own = theirs.savedBy?.id === person
  const otherName = theirs.savedBy?.name ?? 'Someone else'
  const labels = own ? labelsForOwn : labelsForOthers
  const sideLabels = own
    ? { before: 'Other version', after: 'This version' }
    : { before: `Theirs (${otherName})`, after: 'Yours' }
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
        Resolve conflicting changes
      </h2>
      <p className="mt-2 max-w-reading text-gray-700">
        {own ? 'You' : <bdi>{otherName}</bdi>} saved this {noun} <Time at={theirs.savedAt} />{' '}
        {own ? 'in another tab or on another device while you were writing here' : 'while you were writing'}.{' '}
        {count === 1 ? 'Choose which version to keep.' : `Choose a version for each of these ${count} parts.`} All other
        changes are merged.
      </p>
      <div className="my-6 grid gap-3 sm:flex sm:flex-wrap">
        {count === 1 ? (
          <>
            <Button busy={busy === 'mine'} onClick={() => void resolve('mine')}>
              {labels.mine}
            </Button>
            <Button tone="quiet" busy={busy === 'theirs'} onClick={() => void resolve('theirs')}>
              {labels.theirs}
            </Button>
          </>
        ) : (
          <Button busy={busy === 'mine'} onClick={() => void resolve('mine')}>
            Apply choices
          </Button>
        )}
        <CopyButton text={plainText(mine)} label={labels.copy} />
      </div>
      <p className="mb-8 text-sm text-gray-600">{labels.hint}</p>
      <div className="grid grid-cols-1 gap-10">
        {fields.map((name) => (
          <Question
            key={name}
            name={fieldLabels[name]}
            labels={count > 1 ? labels : null}
            choice={picked.fields[name] ?? 'mine'}
            onChoose={(choice) => setPicked({ ...picked, fields: { ...picked.fields, [name]: choice } })}
          >
            <Difference before={formatFieldValue(theirs, name)} after={formatFieldValue(mine, name)} />
          </Question>
        ))}
        {blocks.map((block, i) => (
          <Question
            key={block.at}
            name={blocks.length > 1 ? `Text, part ${i + 1} of ${blocks.length}` : 'Text'}
            labels={count > 1 ? labels : null}
            choice={picked.blocks[block.at] ?? 'mine'}
            onChoose={(choice) => setPicked({ ...picked, blocks: { ...picked.blocks, [block.at]: choice } })}
          >
            {renderDeletion(block, { otherName, own })}
            <CompareDocuments
              before={documentOf(block.theirs)}
              after={documentOf(block.mine)}
              labels={sideLabels}
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
  /** Null when it is the only part: the buttons above resolve it. */
  labels: { mine: string; theirs: string } | null
  choice: Choice
  onChoose(choice: Choice): void
  children: ReactNode
}

function Question({ name, labels, choice, onChoose, children }: QuestionProps) {
  return (
    <fieldset className="min-w-0 border-t border-gray-200 pt-3">
      <legend className="float-start mb-3 w-full text-sm font-medium text-gray-700">{name}</legend>
      {labels && (
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
              {labels[side]}
            </label>
          ))}
        </div>
      )}
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

function renderDeletion({ mine, theirs }: Clash, { otherName, own }: { otherName: string; own: boolean }) {
  if (mine.length > 0 && theirs.length > 0) return null
  if (own) return <p className="mb-3 text-sm text-gray-600">Deleted in one version, edited in the other.</p>
  return (
    <p className="mb-3 text-sm text-gray-600">
      {mine.length === 0 ? (
        <>
          You deleted this, and <bdi>{otherName}</bdi> edited it.
        </>
      ) : (
        <>
          <bdi>{otherName}</bdi> deleted this, and you edited it.
        </>
      )}
    </p>
  )
}

function documentOf(content: Clash['mine']): Document {
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

export function plainText({ title, subtitle, body }: DraftFields) {
  const texts = blocksOf(body).map(({ text }) => text)
  return [title, subtitle, ...texts].filter((line) => line !== '').join('\n\n')
}
