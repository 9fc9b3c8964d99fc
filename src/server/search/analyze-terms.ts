import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Term } from './parse-query.ts'

/** A query word as the text search configurations see it. */
export type AnalyzedWord = {
  /** Folded lexemes, usually one. */
  plain: string[]
  /** Stems in all languages stories are written in. */
  stems: string[]
  /** Whether it is a stop word. */
  stop: boolean
  /** Indexed words starting with it, most common first. */
  completions: string[]
  /** Approximate number of stories and heads that contain it or one of its variants. */
  stories: number
  heads: number
}

export type AnalyzedTerm = {
  term: Term
  words: AnalyzedWord[]
  /** Ids of people with this name. Empty until `matchAuthors` has run. */
  authors: string[]
}

const MAX_COMPLETIONS = 16
/** Shorter prefixes match too many words. */
const MIN_PREFIX = 3

/** Words without lexemes are left out. */
export async function analyzeTerms(db: Db, terms: Term[]): Promise<AnalyzedTerm[]> {
  if (terms.length === 0) return []
  const words = [...new Set(terms.flatMap((term) => term.words))]
  const last = terms.at(-1)
  const prefix = last?.prefix ? (last.words[0] ?? '') : ''
  const { rows } = await sql<AnalyzedWord & { word: string }>`with recursive languages as (
      (select language from story_search order by language limit 1)
      union all
      select (select language from story_search where language > languages.language order by language limit 1)
      from languages where languages.language is not null
    ), asked as (
      select word, array(select lexeme from unnest(to_tsvector('search_simple', word)) order by positions[1]) as plain
      from unnest(${words}::text[]) as given (word)
    ), meant as (
    select word, plain,
      array(select distinct lexeme from languages, unnest(to_tsvector(('search_' || language)::regconfig, word))
            where language is not null) as stems,
      exists (select from languages where language is not null
              and length(to_tsvector(('search_' || language || '_words')::regconfig, word)) = 0) as stop,
      case when word = ${prefix} and length(plain[1]) >= ${MIN_PREFIX} then array(
        select known.word from search_word as known
        where known.word ~>=~ plain[1] and known.word ~<~ (plain[1] || ${MAX_CHARACTER}) and known.word <> plain[1]
        order by stories desc, known.word limit ${MAX_COMPLETIONS}) else '{}' end as completions
    from asked)
    select meant.*, coalesce(stories, 0) as stories, coalesce(heads, 0) as heads
    from meant, lateral (select sum(stories)::int as stories, sum(heads)::int as heads from search_word as known
      where known.word = any (plain || stems || completions)) as used`.execute(db)
  const byWord = new Map(rows.map(({ word, ...analyzed }) => [word, analyzed]))
  return terms.flatMap((term) => {
    const analyzed = term.words.flatMap((word) => byWord.get(word) ?? []).filter(({ plain }) => plain.length > 0)
    return analyzed.length > 0 ? [{ term, words: analyzed, authors: [] }] : []
  })
}

/** Sorts after every character; upper bound of prefix ranges. */
export const MAX_CHARACTER = '\u{10ffff}'
