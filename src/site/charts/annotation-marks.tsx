import { Icon } from '#site/ui/icon.tsx'
import { type Annotation, annotationNames, groupByKind, markAnnotations } from './annotations.ts'
import { centerOf } from './chart-scale.ts'

type Props = { annotations: readonly Annotation[]; points: readonly { at: string }[] }

/** The least distance of two marks in percent of the width, on narrow and on wide charts. */
const gaps = [
  [14, '@md:hidden'],
  [5, 'hidden @md:block'],
] as const

/** Marks above the plot. Their text is in the tooltip and in the list of events. */
export function AnnotationMarks({ annotations, points }: Props) {
  if (annotations.length === 0) return null
  return gaps.map(([gap, when]) => (
    <div key={gap} aria-hidden className={when}>
      {markAnnotations(annotations, points, gap).map(({ index, annotations: marked }) => {
        const [first, ...others] = groupByKind(marked)
        return (
          <span
            key={index}
            className="absolute inset-y-0 border-s border-dashed border-gray-300"
            style={{ left: `${centerOf(index, points.length)}%` }}
          >
            <span className="absolute bottom-full left-0 mb-1 flex h-6 min-w-6 -translate-x-1/2 items-center justify-center gap-1 rounded-full bg-white px-1 text-gray-700 ring-1 ring-gray-300">
              {first && others.length === 0 && <Icon name={annotationNames[first.kind].icon} size={14} />}
              {marked.length > 1 && <span className="px-0.5 text-sm leading-none font-medium">{marked.length}</span>}
            </span>
          </span>
        )
      })}
    </div>
  ))
}
