import { OFFLINE_BYTES } from '#contract/constants.ts'
import type { Story } from '#contract/reading.ts'
import { payloadAddress } from '#site/browser/payloads.ts'
import { STORED } from '#site/browser/stored-mark.ts'
import { FILES, type Opened, READ, type ReadStory } from './read-stories.ts'
import { type StoryStore, cacheKeyOf, sizeOf } from './story-store.ts'

/** Fetched without credentials: only public content is stored. */
async function fetchAsVisitor(address: string) {
  const answer = await fetch(address, { credentials: 'omit' })
  const shared = !/private|no-store/.test(answer.headers.get('cache-control') ?? '')
  return answer.ok && !answer.redirected && shared ? answer : null
}

/** Stores the page, payload and images of an opened story, and the build files of its page. */
export async function storeOpened(shelf: StoryStore, base: string, { path, pictures, assets }: Opened) {
  const stories = await shelf.stories()
  const known = stories.find((story) => story.path === path)
  const times = { readAt: Date.now(), ...(known?.savedAt !== undefined && { savedAt: known.savedAt }) }
  // Opened offline, there is nothing newer to store.
  if (known) await shelf.write(stories.map((story) => (story === known ? { ...story, ...times } : story)))
  await storeStory(shelf, base, { path, pictures, assets, ...times })
}

/** Stores a story that was saved, which may never have been opened here. */
export async function storeSaved(shelf: StoryStore, base: string, id: string) {
  const savedAt = Date.now()
  const stories = await shelf.stories()
  const known = stories.find((story) => story.id === id)
  if (known) return shelf.write(stories.map((story) => (story === known ? { ...story, savedAt } : story)))
  const payload = await fetchAsVisitor(payloadAddress(base, `/story/${id}`))
  const story = payload && storyIn(await payload.clone().json())
  if (!story) return
  const pictures = [story.cover?.src, story.author.avatar?.src, ...imagesIn(story.html)].flatMap((src) => src ?? [])
  const own = pictures.filter((src) => new URL(src, location.href).origin === location.origin)
  // Encoded, as in `location.pathname` and in cache keys.
  const path = `/story/${encodeURIComponent(story.slug)}`
  await storeStory(shelf, base, { path, pictures: own, assets: [], readAt: 0, savedAt, fetched: payload })
}

/** A story that was opened stays until it is evicted. */
export async function removeSaved(shelf: StoryStore, id: string) {
  const stories = await shelf.stories()
  const others = stories.filter((story) => story.id !== id)
  const removed = stories.find((story) => story.id === id && story.readAt > 0)
  if (removed) delete removed.savedAt
  await shelf.write(removed ? [...others, removed] : others)
}

type ToStore = Pick<Opened, 'path' | 'pictures' | 'assets'> &
  Pick<ReadStory, 'readAt' | 'savedAt'> & {
    /** The payload, if it is known already. */
    fetched?: Response
  }

async function storeStory(
  shelf: StoryStore,
  base: string,
  { path, pictures, assets: loaded, fetched, ...times }: ToStore,
) {
  const page = base + path.slice(1)
  const payload = payloadAddress(base, path)
  const [html, data] = await Promise.all([fetchAsVisitor(page), fetched ?? fetchAsVisitor(payload)])
  if (!html || !data) return
  const text = await html.clone().text()
  const assets = [...new Set([...assetsIn(text), ...loaded.map(cacheKeyOf)])]
  await storeFiles(assets)
  const json: StoryPayload = await data.clone().json()
  const found = storyIn(json)
  if (!found) return
  const { id, title, author, language } = found
  const others = (await shelf.stories()).filter((story) => story.path !== path)
  const files = {
    [page]: await shelf.put(page, markedPage(text, html)),
    [payload]: await shelf.put(payload, markedPayload(json, data)),
  }
  const story: ReadStory = { path, id, title, author: author.name, language, ...times, files, assets }
  for (const picture of pictures.map((url) => cacheKeyOf(new URL(url, location.href).href))) {
    // Served from the HTTP cache.
    const answer = await fetch(picture, { cache: 'force-cache' }).catch(() => null)
    if (answer?.ok) await addPicture(shelf, story, { address: picture, answer })
  }
  await shelf.write([...others, story])
}

/** Tells the page that it is a stored copy. */
function markedPage(text: string, { headers }: Response) {
  return new Response(text.replace('<html ', `<html data-${STORED} `), { headers })
}

function markedPayload(payload: object, { headers }: Response) {
  return new Response(JSON.stringify({ ...payload, stored: true }), { headers })
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

/** The URLs of the build files that a page references, including the code that it loads on demand. */
function assetsIn(html: string) {
  const found = html.matchAll(/(?:href|src|data-code|data-analytics)="([^"]*\/assets\/[^"]+)"/g)
  return [...new Set([...found].flatMap(([, addresses = '']) => addresses.split(' ')))]
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
  const text = await html.clone().text()
  await storeFiles(assetsIn(text))
  const files = await caches.open(FILES)
  await files.put(page, markedPage(text, html))
  await files.put(payloadAddress(base, path), markedPayload(await data.clone().json(), data))
}

type StoredStory = Pick<Story, 'id' | 'slug' | 'title' | 'author' | 'language' | 'cover' | 'html'>
type StoryPayload = { loaderData?: Record<string, { story?: StoredStory } | null> }

function storyIn({ loaderData = {} }: StoryPayload): StoredStory | undefined {
  return Object.values(loaderData).find((data) => data?.story)?.story
}

function imagesIn(html: string) {
  return [...html.matchAll(/<img[^>]*? src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))
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
