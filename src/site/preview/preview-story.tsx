import '#site/reading/story.css'
import './preview.css'
import type { Ref } from 'react'
import { inLanguage } from '#site/reading/direction.ts'
import { playing } from '#site/reading/play.ts'
import { TagList } from '#site/reading/tag-list.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import type { Audience, PreviewParts } from './parts.ts'
import { PreviewAuthors, PreviewHeader } from './preview-header.tsx'

type Props = PreviewParts & {
  as: Audience
  /** Where the words are, for those who look for some. */
  textRef?: Ref<HTMLElement>
}

/** An article as its readers would see it, with the line where some of them stop. */
export function PreviewStory({ preview, everybodys, members, as, textRef }: Props) {
  const { scheduledFor, publishedAt, savedAt, language, tags, author, coAuthors, cover } = preview
  const story = {
    ...preview,
    title: preview.title || 'Untitled',
    publishedAt: publishedAt ?? scheduledFor ?? savedAt,
  }
  return (
    <div data-preview>
      <article className="px-5" ref={textRef}>
        <PreviewHeader story={story} />
        {cover && (
          <Photo
            first
            picture={cover}
            sizes="(min-width: 59rem) 56rem, calc(100vw - 2.5rem)"
            className="mx-auto mt-10 aspect-3/2 w-full max-w-4xl"
          />
        )}
        <Text html={everybodys} language={language} />
        {members && (as === 'member' ? <Line /> : <Wall />)}
        {members && as === 'member' && <Text html={members} language={language} />}
        {!everybodys && !members && <p className="mx-auto mt-10 max-w-reading text-gray-600">There is no text yet.</p>}
        {tags.length > 0 && (
          <div className="mx-auto mt-12 max-w-reading">
            <TagList tags={tags} />
          </div>
        )}
      </article>
      <div className="mx-auto mt-12 w-[calc(100%-2.5rem)] max-w-reading pb-16">
        <PreviewAuthors authors={[author, ...coAuthors]} />
      </div>
    </div>
  )
}

function Text({ html, language }: { html: string; language: string }) {
  if (!html) return null
  return (
    <div
      className="story mx-auto mt-10 max-w-reading"
      {...inLanguage(language)}
      {...playing}
      // The server made it from the stored document, node by node.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function Line() {
  return (
    <p className="mx-auto mt-10 flex max-w-reading items-center gap-3 text-sm font-medium text-primary-800 before:h-px before:flex-1 before:bg-primary-600 after:h-px after:flex-1 after:bg-primary-600">
      <Icon name="lock" size={16} />
      Members read on from here
    </p>
  )
}

function Wall() {
  return (
    <div className="mx-auto mt-10 max-w-reading rounded-lg border border-primary-200 bg-primary-50 p-6 text-center">
      <Icon name="lock" className="inline text-primary-800" />
      <p className="mt-2 font-serif text-lg font-semibold">The rest of this story is for members</p>
      <p className="mt-1 text-sm text-gray-700">This is where everybody else stops reading.</p>
    </div>
  )
}
