// Made from the migrations by `npm run db:snapshot`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Document } from '#contract/document.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Picture } from '#contract/shapes.ts'

/** Documents go in as text: the driver would turn a list into an array of the database. */
type Json<Value> = ColumnType<Value, string, string>
type NullableJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>

export type Tables = {
  article: {
    id: string
    authorId: string
    categoryId: string | null
    slug: string
    state: Generated<ArticleState>
    access: Generated<string>
    language: Generated<string>
    title: Generated<string>
    subtitle: Generated<string>
    excerpt: Generated<string>
    body: Json<Document>
    html: string
    plain: string
    wordCount: Generated<number>
    readingMinutes: Generated<number>
    cover: NullableJson<Picture>
    canonicalUrl: string | null
    seoTitle: Generated<string>
    seoDescription: Generated<string>
    takesResponses: Generated<boolean>
    featured: Generated<boolean>
    likeCount: Generated<number>
    responseCount: Generated<number>
    version: Generated<number>
    scheduledFor: Date | null
    publishedAt: Date | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  articleCoAuthor: {
    articleId: string
    personId: string
    position: number
  }
  articleTag: {
    articleId: string
    tagId: string
    position: number
  }
  category: {
    id: string
    slug: string
    name: string
    description: Generated<string>
    picture: NullableJson<Picture>
    position: Generated<number>
    storyCount: Generated<number>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  migration: {
    name: string
    checksum: string
    appliedAt: Generated<Date>
  }
  person: {
    id: string
    uid: string | null
    handle: string
    name: string
    about: Generated<string>
    avatar: NullableJson<Picture>
    role: Generated<Role>
    storyCount: Generated<number>
    disabledAt: Date | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  rateLimit: {
    key: string
    endsAt: Date
    count: number
  }
  response: {
    id: string
    articleId: string
    authorId: string
    parentId: string | null
    depth: GeneratedAlways<number>
    parentDepth: GeneratedAlways<number | null>
    state: Generated<string>
    text: string
    likeCount: Generated<number>
    createdAt: Generated<Date>
    editedAt: Date | null
  }
  session: {
    tokenHash: Buffer
    personId: string
    createdAt: Generated<Date>
    expiresAt: Date
  }
  setting: {
    key: string
    value: Json<unknown>
    updatedAt: Generated<Date>
  }
  setupLink: {
    tokenHash: Buffer
    expiresAt: Date
  }
  tag: {
    id: string
    slug: string
    name: string
    storyCount: Generated<number>
    createdAt: Generated<Date>
  }
}
