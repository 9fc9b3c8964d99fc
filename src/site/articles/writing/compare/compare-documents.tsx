import { useMemo, useState } from 'react'
import type { Document } from '#contract/document/document.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { Switch } from '#site/ui/switch.tsx'
import { type ComparedBlock, compareDocuments } from './compare.ts'

/** Unchanged blocks shown before and after each change. */
const CONTEXT_BLOCKS = 2

type Props = {
  before: Document
  after: Document
  labels: { before: string; after: string }
  language?: string
  /** Hides the number of changes. */
  uncounted?: boolean
}

/** A side-by-side word diff; stacked on a phone. */
export function CompareDocuments({ before, after, labels, language, uncounted = false }: Props) {
  const [showsUnchanged, setShowsUnchanged] = useState(false)
  const compared = useMemo(() => compareDocuments(before, after), [before, after])
  const short = useMemo(() => collapseUnchanged(compared), [compared])
  const rows = showsUnchanged ? compared.map(asRow) : short
  const differences = compared.filter(({ change }) => change !== 'same').length
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 text-sm text-gray-600">
        {!uncounted && <p>{formatDifferences(differences)}</p>}
        {short.some((row) => 'skipped' in row) && (
          <Switch label="Show unchanged text" checked={showsUnchanged} onCheckedChange={setShowsUnchanged} />
        )}
      </div>
      <div className="grid gap-x-8 gap-y-10 md:grid-cols-2 md:gap-y-0">
        <Side name="before" label={labels.before} rows={rows} {...(language && { language })} />
        <Side name="after" label={labels.after} rows={rows} {...(language && { language })} />
      </div>
    </div>
  )
}

type Row = { block: ComparedBlock; key: string } | { skipped: number; key: string }

const asRow = (block: ComparedBlock, index: number): Row => ({ block, key: String(index) })

/** Collapses long unchanged passages into a count. */
function collapseUnchanged(compared: ComparedBlock[]): Row[] {
  const near = compared.map((_, i) =>
    compared.slice(Math.max(0, i - CONTEXT_BLOCKS), i + CONTEXT_BLOCKS + 1).some(({ change }) => change !== 'same'),
  )
  const rows: Row[] = []
  for (const [i, block] of compared.entries()) {
    const last = rows.at(-1)
    if (near[i]) rows.push(asRow(block, i))
    else if (last && 'skipped' in last) last.skipped += 1
    else rows.push({ skipped: 1, key: `same-${i}` })
  }
  return rows
}

function formatDifferences(count: number) {
  if (count === 0) return 'No differences.'
  return count === 1 ? '1 passage differs.' : `${count} passages differ.`
}

type SideProps = { name: 'before' | 'after'; label: string; rows: Row[]; language?: string }

/** Both sides have the same rows, so that they align. */
function Side({ name, label, rows, language }: SideProps) {
  return (
    <section
      aria-label={label}
      className="grid min-w-0 content-start gap-y-2 md:grid-rows-subgrid"
      style={{ gridRow: `span ${rows.length + 1}` }}
    >
      <h3 className="border-b border-gray-200 pb-2 text-sm font-semibold text-gray-700">{label}</h3>
      {rows.map((row) =>
        'skipped' in row ? (
          <p key={row.key} className="py-1 text-center text-sm text-gray-500">
            {row.skipped === 1 ? '1 unchanged passage' : `${row.skipped} unchanged passages`}
          </p>
        ) : (
          <OneBlock key={row.key} compared={row.block} side={name} {...(language && { language })} />
        ),
      )}
    </section>
  )
}

const prefixes = { same: '', changed: 'Changed: ', added: 'Added: ', removed: 'Removed: ' }
const bars = {
  same: 'border-transparent',
  changed: 'border-warning-200',
  added: 'border-primary-600',
  removed: 'border-danger-200',
}

function OneBlock({
  compared,
  side,
  language,
}: {
  compared: ComparedBlock
  side: SideProps['name']
  language?: string
}) {
  const block = compared[side]
  // Placeholder for a block that only the other side has.
  if (!block) return <div aria-hidden className="hidden rounded-sm bg-gray-50 md:block" />
  const { change, runs } = compared
  const isFormattingOnly = change === 'changed' && runs.every((run) => run.change === 'same')
  const wanted = side === 'before' ? 'added' : 'removed'
  return (
    <div className={`min-w-0 border-s-4 ps-3 font-serif ${bars[change]}`}>
      <p className="whitespace-pre-wrap wrap-anywhere" {...(language && inLanguage(language))} dir="auto">
        <span className="sr-only">{prefixes[change]}</span>
        {block.kind && <span className="me-2 font-sans text-sm text-gray-500">{block.kind}</span>}
        {runs
          .filter((run) => run.change !== wanted)
          .map((run, i) => (
            // Runs have no key but their index.
            // oxlint-disable-next-line react/no-array-index-key
            <OneRun key={i} change={run.change} text={run.text} />
          ))}
      </p>
      {isFormattingOnly && <p className="font-sans text-sm text-gray-500">Only formatting or links changed</p>}
    </div>
  )
}

function OneRun({ change, text }: { change: 'same' | 'added' | 'removed'; text: string }) {
  if (change === 'added')
    return (
      <ins className="rounded-sm bg-primary-100 decoration-primary-700 decoration-2 underline-offset-4">{text}</ins>
    )
  if (change === 'removed') return <del className="rounded-sm bg-danger-50 text-danger-800">{text}</del>
  return text
}
