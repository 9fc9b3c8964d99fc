import type { RefObject } from 'react'
import { LineField } from './line-field.tsx'
import { useWriting } from './writing-context.ts'

const LONGEST_TITLE = 200
const LONGEST_SUBTITLE = 300

type Props = {
  title: RefObject<HTMLTextAreaElement | null>
  subtitle: RefObject<HTMLTextAreaElement | null>
  /** On to the text. */
  onText(): void
}

export function TitleFields({ title, subtitle, onText }: Props) {
  const { fields, change, problemOf, readOnly } = useWriting()
  const shared = { language: fields.language, readOnly }
  return (
    <div className="mt-6 grid gap-3">
      <LineField
        {...shared}
        ref={title}
        label="Title"
        placeholder="Title"
        most={LONGEST_TITLE}
        value={fields.title}
        problem={problemOf('title')}
        look="pb-1.5 font-serif text-2xl font-semibold tracking-tight sm:text-3xl"
        onChange={(value) => change({ title: value })}
        onNext={() => subtitle.current?.focus()}
      />
      <LineField
        {...shared}
        ref={subtitle}
        label="Subtitle"
        placeholder="Add a subtitle"
        most={LONGEST_SUBTITLE}
        value={fields.subtitle}
        problem={problemOf('subtitle')}
        look="text-lg leading-normal text-gray-600"
        onChange={(value) => change({ subtitle: value })}
        onNext={onText}
        onPrevious={() => title.current?.focus()}
      />
    </div>
  )
}
