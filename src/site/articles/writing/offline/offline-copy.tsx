import { type ReactNode, useEffect, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import { aroundApi } from '#site/api.ts'
import { type Api, ApiContext, useApi, useShell } from '#site/page.ts'
import { fieldNames, pick } from '#site/articles/writing/saving/fields.ts'
import { storeCopy } from '#site/offline/article-copies.ts'

type Props = {
  articleId: string
  /** Null until the server has it. */
  article: Article | null
  children: ReactNode
}

/** Updates the offline copy of an article after every API response about it. */
export function OfflineCopy({ articleId, article, children }: Props) {
  const api = useApi()
  const { viewer } = useShell()
  const [copy] = useState(() => createCopy(articleId, article))
  useEffect(() => {
    if (!viewer) return undefined
    return copy.subscribe((latest) => void storeCopy(viewer, latest).catch(() => {}))
  }, [copy, viewer])
  const [observedApi] = useState(() => observeApi(api, copy))
  return <ApiContext value={observedApi}>{children}</ApiContext>
}

type Copy = ReturnType<typeof createCopy>

function createCopy(articleId: string, first: Article | null) {
  let latest = first
  let onChange: ((article: Article) => void) | null = null

  function set(article: Article) {
    if (latest && article.version < latest.version) return
    latest = article
    onChange?.(latest)
  }

  return {
    subscribe(listener: (article: Article) => void) {
      onChange = listener
      if (latest) listener(latest)
      return () => {
        onChange = null
      }
    },
    update(key: string, body: unknown, reply: unknown) {
      if (isArticle(reply, articleId)) set(reply)
      else if (latest && key === 'PUT /api/articles/{id}/draft' && isSaved(reply))
        set({ ...latest, ...pick({ ...(typeof body === 'object' && body) }, fieldNames), ...reply })
    },
  }
}

function observeApi(api: Api, copy: Copy): Api {
  return aroundApi(api, async ({ key, input }, run) => {
    const reply = await run()
    copy.update(key, input.body, reply)
    return reply
  })
}

function isSaved(reply: unknown): reply is Pick<Article, 'version' | 'savedAt'> {
  return typeof reply === 'object' && reply !== null && 'version' in reply && 'savedAt' in reply
}

function isArticle(reply: unknown, id: string): reply is Article {
  return isSaved(reply) && 'id' in reply && reply.id === id && 'body' in reply && 'may' in reply
}
