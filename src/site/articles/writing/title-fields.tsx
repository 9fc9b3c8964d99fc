import type { RefObject } from 'react'
import { AutosizeField } from './autosize-field.tsx'
import { useWriting } from './writing-context.ts'

const MAX_TITLE = 200
const MAX_SUBTITLE = 300

type Props = {
  title: RefObject<HTMLTextAreaElement | null>
  subtitle: RefObject<HTMLTextAreaElement | null>
  onText(): void
}

export function TitleFields({ title, subtitle, onText }: Props) {
  const { fields, change, errorOf, readOnly } = useWriting()
  const shared = { language: fields.language, readOnly }
  return (
    <div className="mt-2 grid gap-3">
      <AutosizeField
        {...shared}
        ref={title}
        label="Title"
        placeholder="Title"
        max={MAX_TITLE}
        value={fields.title}
        error={errorOf('title')}
        look="pb-1.5 font-serif text-2xl font-semibold tracking-tight sm:text-3xl"
        onChange={(value) => change({ title: value })}
        onNext={() => subtitle.current?.focus()}
      />
      <AutosizeField
        {...shared}
        ref={subtitle}
        label="Subtitle"
        placeholder="Add a subtitle"
        max={MAX_SUBTITLE}
        value={fields.subtitle}
        error={errorOf('subtitle')}
        look="text-lg leading-normal text-gray-600"
        onChange={(value) => change({ subtitle: value })}
        onNext={onText}
        onPrevious={() => title.current?.focus()}
      />
    </div>
  )
}
