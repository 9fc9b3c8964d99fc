import { OFFLINE_BYTES } from '#contract/constants.ts'
import { payloadAddress } from '#site/browser/payloads.ts'
import { FILES, type Opened, READ, type ReadStory } from './read-stories.ts'
import { type StoryStore, cacheKeyOf, sizeOf } from './story-store.ts'

/** Fetched without credentials: only public content is stored. */
async function fetchAsVisitor(address: string) {
  const answer = await fetch(address, { credentials: 'omit' })
  const shared = !/private|no-store/.test(answer.headers.get('cache-control') ?? '')
  return answer.ok && !answer.redirected && shared ? answer : null
}

/** Stores the page, payload and images of an opened story, and the build files of its page. */
export async function storeStory(shelf: StoryStore, base: string, { path, pictures, assets: loaded }: Opened) {
  const page = base + path.slice(1)
  const payload = payloadAddress(base, path)
  const [html, data] = await Promise.all([fetchAsVisitor(page), fetchAsVisitor(payload)])
  if (!html || !data) return
  const assets = [...new Set([...assetsIn(await html.clone().text()), ...loaded.map(cacheKeyOf)])]
  await storeFiles(assets)
  const facts = factsIn(await data.clone().json())
  if (!facts) return
  const others = (await shelf.stories()).filter((story) => story.path !== path)
  const files = { [page]: await shelf.put(page, html), [payload]: await shelf.put(payload, data) }
  const story: ReadStory = { path, ...facts, readAt: Date.now(), files, assets }
  for (const picture of pictures.map((url) => cacheKeyOf(new URL(url, location.href).href))) {
    // Served from the HTTP cache.
    const answer = await fetch(picture, { cache: 'force-cache' }).catch(() => null)
    if (answer?.ok) await addPicture(shelf, story, { address: picture, answer })
  }
  await shelf.write([...others, story])
}

/** An image that was loaded later, while reading. */
export async function storeImage(shelf: StoryStore, path: string, picture: { address: string; answer: Response }) {
  const stories = await shelf.stories()
  const story = stories.find((one) => one.path === path)
  if (!story) return
  await addPicture(shelf, story, picture)
  await shelf.write(stories)
}

async function addPicture(
  shelf: StoryStore,
  story: ReadStory,
  { address, answer }: { address: string; answer: Response },
) {
  const size = await shelf.put(address, answer)
  // One story must not fill the cache; the entry is evicted when the list is written.
  if (sizeOf([story]) + size <= OFFLINE_BYTES) story.files[address] = size
}

/** The URLs of the build files that a page references. */
function assetsIn(html: string) {
  const found = html.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]+)"/g)
  return [...new Set([...found].flatMap(([, address]) => address ?? []))]
}

async function storeFiles(assets: string[]) {
  const files = await caches.open(FILES)
  await Promise.all(assets.map(async (asset) => (await files.match(asset)) ?? files.add(asset)))
}

/** Stores a page that must always be available, with its payload and files. */
export async function storePage(base: string, path: string) {
  const page = base + path.slice(1)
  const [html, data] = await Promise.all([fetchAsVisitor(page), fetchAsVisitor(payloadAddress(base, path))])
  if (!html || !data) return
  await storeFiles(assetsIn(await html.clone().text()))
  const files = await caches.open(FILES)
  await files.put(page, html)
  await files.put(payloadAddress(base, path), data)
}

type Facts = { title: string; author: string; language: string }

/** The list entry of a story, from its payload. */
function factsIn(payload: {
  loaderData?: Record<string, { story?: { title: string; author: { name: string }; language: string } } | null>
}): Facts | null {
  const story = Object.values(payload.loaderData ?? {}).find((data) => data?.story)?.story
  return story ? { title: story.title, author: story.author.name, language: story.language } : null
}

/** A stored image, or the same image in another size. */
export async function storedImage(address: string) {
  const read = await caches.open(READ)
  const exact = await read.match(address)
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  if (exact || !folder.includes('/media/')) return exact
  const other = (await read.keys()).find(({ url }) => cacheKeyOf(url).startsWith(folder))
  return other && read.match(other)
}
