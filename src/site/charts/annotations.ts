export type AnnotationKind = 'published' | 'featured' | 'mailed'

/** Something that happened to a story, which may explain a change in the chart. */
export type Annotation = {
  /** The `at` of the point it belongs to. An annotation outside the chart is left out. */
  at: string
  kind: AnnotationKind
  /** The title of the story. */
  title: string
  /** A path of the site. */
  to?: string
}

export const annotationNames: Record<AnnotationKind, { name: string; verb: string; icon: string }> = {
  published: { name: 'Published', verb: 'published', icon: 'feather' },
  featured: { name: 'Featured', verb: 'featured', icon: 'star' },
  mailed: { name: 'Sent to followers', verb: 'sent to followers', icon: 'mail' },
}

/** The annotations of one kind at one point. */
export type AnnotationGroup = { kind: AnnotationKind; items: readonly Annotation[] }

const kinds = ['published', 'featured', 'mailed'] as const

export function groupByKind(annotations: readonly Annotation[]): AnnotationGroup[] {
  return kinds
    .map((kind) => ({ kind, items: annotations.filter((one) => one.kind === kind) }))
    .filter(({ items }) => items.length > 0)
}

/** “Published: The hedge is a clock”, or “3 stories published”. */
export function describeGroup({ kind, items }: AnnotationGroup) {
  const { name, verb } = annotationNames[kind]
  const [first] = items
  return items.length === 1 && first ? `${name}: ${first.title}` : `${items.length} stories ${verb}`
}

/** One mark above the plot. It stands for all annotations that are too close to be drawn apart. */
export type AnnotationMark = { index: number; annotations: readonly Annotation[] }

/** Marks that are at least `gap` percent of the width apart. */
export function markAnnotations(
  annotations: readonly Annotation[],
  points: readonly { at: string }[],
  gap: number,
): AnnotationMark[] {
  const indexes = new Map(points.map(({ at }, index) => [at, index]))
  const placed = annotations
    .flatMap((annotation) => {
      const index = indexes.get(annotation.at)
      return index === undefined ? [] : [{ index, annotation }]
    })
    .toSorted((a, b) => a.index - b.index)
  const marks: { index: number; annotations: Annotation[] }[] = []
  for (const { index, annotation } of placed) {
    const last = marks.at(-1)
    if (last && (index === last.index || ((index - last.index) / points.length) * 100 < gap))
      last.annotations.push(annotation)
    else marks.push({ index, annotations: [annotation] })
  }
  return marks
}
