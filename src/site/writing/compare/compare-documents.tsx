import type { Document, Node } from '#contract/document.ts'

type Props = { before: Document; after: Document; labels: { before: string; after: string } }

/** Two texts beside each other. */
export function CompareDocuments({ before, after, labels }: Props) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Side label={labels.before} document={before} />
      <Side label={labels.after} document={after} />
    </div>
  )
}

function Side({ label, document }: { label: string; document: Document }) {
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="text-sm font-medium text-gray-600">{label}</h3>
      <p dir="auto" className="mt-3 font-serif whitespace-pre-line">
        {document.content.map(textOf).join('\n\n')}
      </p>
    </section>
  )
}

function textOf({ text = '', content = [] }: Node): string {
  return text + content.map(textOf).join(' ')
}
