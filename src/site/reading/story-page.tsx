import './story.css'
import { useState } from 'react'
import { usePageData, type Head, type HeadArgs } from '#site/page.ts'
import { Photo } from '#site/ui/photo.tsx'
import { HTML_ID } from '#site/page-data.ts'
import { inLanguage } from '#site/ui/text-direction.ts'
import { embedPlayer } from './play-embed.ts'
import type { storyData } from './story-data.ts'
import { StoryHeader } from './story-header.tsx'
import { BelowStory, ContentsAside, ContentsDisclosure, MembersWall, StoryActions } from './story/late-parts.tsx'
import { LateReadingTools } from '#site/reading/story/late-reading-tools.tsx'

export function head({ data: { story }, site }: HeadArgs<Awaited<ReturnType<typeof storyData>>>): Head {
  return {
    title: `${story.seoTitle || story.title} · ${site.name}`,
    description: story.seoDescription || story.subtitle || story.excerpt,
    path: `/story/${encodeURIComponent(story.slug)}`,
    canonical: story.canonical,
    story,
  }
}

export default function StoryPage() {
  const data = usePageData<typeof storyData>()
  const { story } = data
  // Keyed by ID: the component stays mounted between stories, and state must not carry over.
  const [listening, setListening] = useState('')
  return (
    <>
      <article className="px-5">
        <StoryHeader
          story={story}
          actions={<StoryActions key={story.id} story={story} onListen={() => setListening(story.id)} />}
        />
        {story.cover && (
          <Photo
            first
            picture={story.cover}
            sizes="(min-width: 59rem) 56rem, calc(100vw - 2.5rem)"
            className="mx-auto mt-10 aspect-3/2 w-full max-w-4xl"
          />
        )}
        <ContentsDisclosure items={story.contents} language={story.language} />
        <div className="story-read relative mx-auto mt-10 max-w-reading" dir={inLanguage(story.language).dir}>
          <div className="story-progress" />
          <ContentsAside items={story.contents} language={story.language} />
          <div
            key={story.id}
            id={HTML_ID}
            data-story={story.id}
            data-minutes={story.readingMinutes}
            className={`story ${story.walled ? 'story-fading' : ''}`}
            {...inLanguage(story.language)}
            {...embedPlayer}
            // Rendered and escaped by the server; see documents/render.ts.
            dangerouslySetInnerHTML={{ __html: story.html }}
          />
        </div>
      </article>
      {story.walled && <MembersWall {...data} />}
      <BelowStory {...data} />
      <LateReadingTools
        key={story.id}
        story={story}
        listening={listening === story.id}
        onSilence={() => setListening('')}
      />
    </>
  )
}
