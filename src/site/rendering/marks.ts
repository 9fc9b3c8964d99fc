import { isRecord } from '#site/infinite-list/fetch-page.ts'
import { type PageState, copyMark } from '#site/page-data.ts'

/** Everything on a page that a reader may have marked, by id; topics as `kind slug`. */
export type Subjects = {
  stories: string[]
  /** Stories that can be liked. */
  likable: string[]
  responses: string[]
  /** Everyone who is named on the page. */
  people: string[]
  /** Those with a follow button. */
  followable: string[]
  /** Those whose profile it is: the page shows the relation to them. */
  profiles: string[]
  topics: string[]
}

/** What one reader has marked among the subjects of a page. */
export type Marks = { saved: string[]; liked: string[]; followed: string[]; topics: string[] }

/** Finds the subjects in the data of a page. The fields are those of the contract: StoryCard, Story, Person, Profile. */
export function subjectsOf({ loaderData }: PageState): Subjects {
  const found = {
    stories: new Set<string>(),
    likable: new Set<string>(),
    responses: new Set<string>(),
    people: new Set<string>(),
    followable: new Set<string>(),
    profiles: new Set<string>(),
    topics: new Set<string>(),
  }
  visit(withoutRoot(loaderData))
  return {
    stories: [...found.stories],
    likable: [...found.likable],
    responses: [...found.responses],
    people: [...found.people],
    followable: [...found.followable],
    profiles: [...found.profiles],
    topics: [...found.topics],
  }

  function visit(value: unknown) {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isRecord(value)) {
      const { id } = value
      if (typeof id === 'string') {
        if ('saved' in value) found.stories.add(id)
        if ('liked' in value) ('can' in value ? found.responses : found.likable).add(id)
        if ('handle' in value) found.people.add(id)
        if ('relation' in value) found.profiles.add(id)
        if (typeof value['followed'] === 'boolean') found.followable.add(id)
      }
      for (const author of authorsOf(value)) found.followable.add(author)
      const topic = topicOf(value)
      if (topic) found.topics.add(topic)
      Object.values(value).forEach(visit)
    }
  }
}

/** The data of a page as a reader with these marks sees it. Unmarked parts are shared, not copied. */
export function withMarks(state: PageState, marks: Marks): PageState {
  const saved = new Set(marks.saved)
  const liked = new Set(marks.liked)
  const followed = new Set(marks.followed)
  const topics = new Set(marks.topics)
  if (saved.size + liked.size + followed.size + topics.size === 0) return state
  const { root, ...pages } = state.loaderData
  return {
    ...state,
    loaderData: { root, ...Object.fromEntries(Object.entries(pages).map(([id, data]) => [id, marked(data)])) },
  }

  function marked(value: unknown): unknown {
    if (Array.isArray(value)) return mapped(value)
    return isRecord(value) ? markedRecord(value) : value
  }

  function mapped(values: unknown[]) {
    const changed = values.map(marked)
    return changed.some((value, index) => value !== values[index]) ? changed : values
  }

  function markedRecord(value: Record<string, unknown>) {
    const { id } = value
    const changes: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(value)) {
      const changed = marked(field)
      if (changed !== field) changes[key] = changed
    }
    if (typeof id === 'string') {
      if (value['saved'] === false && saved.has(id)) changes['saved'] = true
      if (value['liked'] === false && liked.has(id)) changes['liked'] = true
      if (value['followed'] === false && followed.has(id)) changes['followed'] = true
    }
    const authors = authorsOf(value).filter((author) => followed.has(author))
    if (authors.length > 0) changes['followed'] = authors
    const topic = topicOf(value)
    if (topic && topics.has(topic)) changes['following'] = true
    return Object.keys(changes).length === 0 ? value : copyMark(value, { ...value, ...changes })
  }
}

/** The authors of a story, which lists those that the reader follows. */
function authorsOf({ followed, author, coAuthors }: Record<string, unknown>): string[] {
  if (!Array.isArray(followed)) return []
  const authors: unknown[] = [author, ...(Array.isArray(coAuthors) ? coAuthors : [])]
  return authors.flatMap((one) => (isRecord(one) ? String(one['id']) : []))
}

/** A topic that the page lets the reader follow. */
function topicOf({ kind, slug, following }: Record<string, unknown>) {
  return typeof kind === 'string' && typeof slug === 'string' && following === false ? `${kind} ${slug}` : null
}

function withoutRoot({ root: _root, ...pages }: PageState['loaderData']) {
  return pages
}
