import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Access } from '#contract/articles/articles.ts'
import { roles } from '#contract/endpoint.ts'
import { markdownToDocument } from '#server/documents/markdown.ts'
import { resolveArt } from './pictures.ts'
import { smarten, smartenDocument } from './typography.ts'

const prose = z.string().transform((text) => smarten(text.trim()))
const Art = z.object({ motif: z.string().default('portrait'), seed: z.int(), palette: z.string() })

const People = z.array(
  z.object({
    handle: z.string(),
    name: z.string(),
    role: z.enum(roles),
    joined: z.number(),
    about: prose,
    avatar: Art,
  }),
)

const Categories = z.array(z.object({ slug: z.string(), name: z.string(), description: prose, art: Art }))

const Reply = z.object({ by: z.string(), text: prose })

const Front = z.object({
  title: prose,
  subtitle: prose.default(''),
  by: z.string(),
  with: z.array(z.string()).default([]),
  category: z.string(),
  tags: z.array(z.string()).max(5).default([]),
  days: z.number(),
  language: z.string().default('en'),
  /** Blocks before the members-only line. */
  free: z.int().min(1).optional(),
  featured: z.boolean().default(false),
  likes: z.int().default(0),
  cover: Art.extend({ alt: z.string() }).nullish(),
  responses: z.array(Reply.extend({ replies: z.array(Reply).default([]) })).default([]),
})

export type DemoStory = Omit<z.infer<typeof Front>, 'free'> & {
  slug: string
  access: Access
  body: ReturnType<typeof markdownToDocument>
}

/** Reads and validates the whole demo before any of it is stored. */
export async function readDemo(folder: string) {
  const stories = join(folder, 'stories')
  const files = (await readdir(stories)).filter((name) => name.endsWith('.md')).toSorted()
  return {
    people: People.parse(parse(await readFile(join(folder, 'people.yaml'), 'utf8'))),
    categories: Categories.parse(parse(await readFile(join(folder, 'categories.yaml'), 'utf8'))),
    stories: await Promise.all(files.map(async (name) => readStory(name, await readFile(join(stories, name), 'utf8')))),
  }
}

function readStory(name: string, source: string): DemoStory {
  const [, front, markdown] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? []
  if (front === undefined || markdown === undefined) throw new Error(`${name} has no front matter`)
  const { free, ...story } = Front.parse(parse(front))
  const body = smartenDocument(resolveArt(markdownToDocument(markdown)))
  if (free) body.content.splice(free, 0, { type: 'membersLine' })
  return { ...story, access: free ? 'preview' : 'public', slug: name.replace(/\.md$/, ''), body }
}
