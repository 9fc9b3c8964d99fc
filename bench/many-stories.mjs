// Fills a migrated database with many published stories: `node bench/many-stories.mjs DATABASE_URL COUNT`.
// With a larger COUNT, it adds the missing stories. Deterministic: the same count always gives the same stories.
//
// The data: 30,000 pronounceable words with a Zipf distribution; titles of 4 to 9 words and texts of 300 to 1,500; 3,000
// authors with a skewed distribution; 10 categories; 2,000 tags, three per story, also skewed. 60 % are English, the
// others German, French, Spanish, Swedish and Italian with their accents. Published over five years; one in 200 is
// featured. Counters match the rows. Drafts contain the title only, because these stories are never edited.
import pg from 'pg'

const WORDS = 30_000
const PEOPLE = 3_000
const TAGS = 2_000
const CATEGORIES = ['Nature', 'Travel', 'Food', 'Science', 'History', 'Music', 'Cities', 'Work', 'Home', 'Sport']
const LANGUAGES = [...Array(12).fill('en'), 'de', 'de', 'de', 'fr', 'fr', 'es', 'sv', 'it']
const ACCENTS = { de: 'äeiöü', fr: 'àéîôù', es: 'áéíóú', sv: 'åeiöu', it: 'àèìòù' }
const BATCH = 500
const START = Date.UTC(2021, 10, 1)
const SPAN_MS = 5 * 365 * 86_400_000

/** Seeded pseudo-random numbers from 0 to 1. */
function seeded(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function vocabulary() {
  const random = seeded(1)
  const one = (letters) => letters[Math.floor(random() * letters.length)]
  const onsets = ['b', 'br', 'c', 'cl', 'd', 'dr', 'f', 'fl', 'g', 'gr', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'pl', 'pr']
  onsets.push('r', 's', 'sc', 'st', 'sp', 't', 'tr', 'v', 'w', 'th', 'sh')
  const codas = ['', '', '', 'n', 'r', 's', 'l', 't', 'nd', 'm', 'ck', 'st']
  const found = new Set()
  // Frequent words are short.
  while (found.size < WORDS) {
    const syllables = 1 + Math.floor(random() * 2) + Math.floor(found.size / 12_000)
    let word = ''
    for (let count = 0; count < syllables; count++) word += one(onsets) + one('aeiou') + one(codas)
    found.add(word)
  }
  return [...found]
}

const zipf = (random, size) => Math.min(size - 1, Math.floor(Math.exp(random() * Math.log(size + 1))) - 1)
const idOf = (letter, number) => letter + String(number).padStart(19, '0')
const capital = (word) => word[0].toUpperCase() + word.slice(1)

/** Adds accents to some vowels. */
function accented(words, accents, random) {
  return words.map((word) => {
    if (random() > 0.3) return word
    const at = word.search(/[aeiou]/)
    return at < 0 ? word : word.slice(0, at) + accents['aeiou'.indexOf(word[at])] + word.slice(at + 1)
  })
}

/** The nth story. */
export function storyAt(number, words) {
  const random = seeded(number * 7919)
  const language = LANGUAGES[Math.floor(random() * LANGUAGES.length)]
  const say = (count) => {
    const said = Array.from({ length: count }, () => words[zipf(random, WORDS)])
    return ACCENTS[language] ? accented(said, ACCENTS[language], random) : said
  }
  const title = capital(say(4 + Math.floor(random() * 6)).join(' '))
  const subtitle = random() < 0.7 ? `${capital(say(8).join(' '))}.` : ''
  const wordCount = 300 + Math.floor(random() * 1201)
  const paragraphs = []
  for (let done = 0; done < wordCount; done += 80) {
    const sentence = () => `${capital(say(16).join(' '))}.`
    paragraphs.push(Array.from({ length: 5 }, sentence).join(' '))
  }
  return {
    id: idOf('Z', number),
    author: 1 + (zipf(random, PEOPLE * 4) % PEOPLE),
    category: Math.floor(random() ** 2 * CATEGORIES.length),
    tags: [
      ...new Set([zipf(random, TAGS), zipf(random, TAGS), Math.floor(random() * TAGS), Math.floor(random() * TAGS)]),
    ].slice(0, 3),
    language,
    title,
    subtitle,
    plain: paragraphs.join('\n'),
    wordCount: paragraphs.length * 80,
    likes: Math.floor(random() ** 6 * 500),
    featured: number % 200 === 0,
    publishedAt: new Date(START + Math.floor(random() * SPAN_MS)),
  }
}

/** Fills the database up to `count` stories, with counters and search data. */
export async function fill(url, count, say = () => {}) {
  const pool = new pg.Pool({ connectionString: url, max: 2, statement_timeout: 0 })
  const ask = (text, values) => pool.query(text, values)
  const words = vocabulary()
  const { rows } = await ask(`select count(*)::int as there from article where id ~ '^Z[0-9]{19}$'`)
  const first = rows[0].there + 1
  if (first > count) return pool.end()

  await shelves(ask, words)
  const indexes = await ask(
    `select indexname as name, indexdef as made from pg_indexes where indexname in ('story_search_head', 'story_search_document')`,
  )
  // Rebuilding these indexes is much faster than updating them row by row.
  for (const { name } of indexes.rows) await ask(`drop index ${name}`)
  const halves = [first, first + BATCH]
  await Promise.all(
    halves.map(async (from) => {
      for (let start = from; start <= count; start += 2 * BATCH) {
        const numbers = Array.from({ length: Math.min(BATCH, count - start + 1) }, (_, index) => start + index)
        await put(
          ask,
          numbers.map((number) => storyAt(number, words)),
        )
        say(`${Math.min(count, start + BATCH)} stories`)
      }
    }),
  )
  say('indexes')
  await Promise.all(indexes.rows.map(({ made }) => rebuild(pool, made)))
  say('counts')
  await ask('truncate search_word, search_word_change')
  await ask(`insert into search_word (word, stories, heads)
    select word, counted.ndoc, coalesce(headed.ndoc, 0) from ts_stat('select document from story_search', 'abcd') as counted
    left join ts_stat('select head from story_search', 'ab') as headed using (word)
    where length(word) between 2 and 40 and word !~ '^[0-9]+$'`)
  await ask(`update person set story_count = coalesce(n, 0) from person p left join
    (select author_id, count(*) n from article where state = 'published' group by 1) c on c.author_id = p.id where p.id = person.id`)
  await ask(`update category set story_count = coalesce(n, 0) from category p left join
    (select category_id, count(*) n from article where state = 'published' group by 1) c on c.category_id = p.id where p.id = category.id`)
  await ask(`update tag set story_count = coalesce(n, 0) from tag p left join
    (select tag_id, count(*) n from article_tag join article on article.id = article_id where state = 'published' group by 1) c
    on c.tag_id = p.id where p.id = tag.id`)
  // Ranks follow the likes; related stories are those with adjacent numbers.
  await ask(`insert into story_rank (article_id, category_id, heat, reads)
    select id, category_id, log(2.0, like_count + 0.5)::float8 + extract(epoch from published_at - timestamptz '2020-01-01 00:00+00') / 172800, like_count
    from article where state = 'published' on conflict do nothing`)
  await ask(`insert into creator_rank (person_id, heat, reads)
    select author_id, max(heat), sum(reads) from story_rank join article on article.id = article_id group by 1
    on conflict (person_id) do update set heat = excluded.heat, reads = excluded.reads`)
  await ask(
    `insert into related_story (article_id, position, other_id)
    select one.id, place, other.id from article as one, generate_series(0, 7) as place, article as other
    where one.id ~ '^Z[0-9]{19}$' and other.id = 'Z' || lpad((1 + (substr(one.id, 2)::bigint * 13 + place * 7) % $1)::text, 19, '0')
    and other.id <> one.id on conflict do nothing`,
    [count],
  )
  await ask(`update article_tag set published_at = article.published_at from article
    where article.id = article_id and article_tag.published_at is null`)
  await ask('vacuum analyze')
  await pool.end()
}

async function rebuild(pool, made) {
  const client = await pool.connect()
  await client.query(`set maintenance_work_mem = '512MB'`)
  await client.query(made)
  client.release(true)
}

/** People, categories and tags, unless they exist. */
async function shelves(ask, words) {
  const names = Array.from({ length: PEOPLE }, (_, index) => {
    const random = seeded(index + 77)
    const name = () => capital(words[200 + Math.floor(random() * (WORDS - 200))])
    return `${name()} ${name()}`
  })
  await ask(
    `insert into person (id, uid, handle, name, about, role, created_at)
     select 'Q' || lpad(n::text, 19, '0'), 'many-' || n, 'writer-' || n, name, 'Writes about ' || lower(name) || '.', 'author', now() - n * interval '1 hour'
     from unnest($1::text[]) with ordinality as given (name, n) on conflict do nothing`,
    [names],
  )
  await ask(
    `insert into category (id, slug, name, position)
     select 'K' || lpad(n::text, 19, '0'), 'many-' || lower(name), 'Many ' || lower(name), 100 + n
     from unnest($1::text[]) with ordinality as given (name, n) on conflict do nothing`,
    [CATEGORIES],
  )
  const tags = Array.from({ length: TAGS }, (_, index) => words[100 + index * 7])
  await ask(
    `insert into tag (id, slug, name) select 'G' || lpad((n - 1)::text, 19, '0'), name, name
     from unnest($1::text[]) with ordinality as given (name, n) on conflict do nothing`,
    [tags],
  )
}

async function put(ask, stories) {
  const column = (name) => stories.map((story) => story[name])
  await ask(
    `insert into article (id, author_id, category_id, slug, state, language, title, subtitle, excerpt, body, html, plain,
                          word_count, reading_minutes, featured, like_count, published_at, created_at, updated_at)
     select id, 'Q' || lpad(author::text, 19, '0'), 'K' || lpad((category + 1)::text, 19, '0'), lower(id), 'published', language, title,
            subtitle, left(plain, 200), jsonb_build_object('type', 'doc', 'content', (select jsonb_agg(jsonb_build_object('type', 'paragraph',
              'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', line)))) from regexp_split_to_table(plain, '\n') line)),
            '<p>' || replace(plain, E'\n', '</p><p>') || '</p>', plain, words, greatest(1, words / 238), featured, likes, at, at, at
     from unnest($1::text[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::int[], $10::boolean[], $11::timestamptz[])
       as given (id, author, category, language, title, subtitle, plain, words, likes, featured, at)`,
    [
      'id',
      'author',
      'category',
      'language',
      'title',
      'subtitle',
      'plain',
      'wordCount',
      'likes',
      'featured',
      'publishedAt',
    ].map(column),
  )
  const ids = column('id')
  const tags = stories.flatMap(({ id, tags: numbers }) =>
    numbers.map((number, position) => [id, idOf('G', number), position]),
  )
  await ask(
    `insert into article_tag (article_id, tag_id, position) select * from unnest($1::text[], $2::text[], $3::int[])`,
    [tags.map(([id]) => id), tags.map(([, tag]) => tag), tags.map(([, , position]) => position)],
  )
  await ask(
    `insert into draft (article_id, title, subtitle, body, html, plain, category_id, language, slug, changed, saved_by, saved_at)
     select id, title, subtitle, '{"type":"doc","content":[]}', '', '', category_id, language, slug, false, author_id, published_at
     from article where id = any ($1)`,
    [ids],
  )
  // Like search_put, but words are counted at the end.
  await ask(
    `insert into story_search (article_id, published_at, author_id, category_id, tag_ids, language, title, head, document)
     select id, published_at, author_id, category_id, tag_ids, language, search_fold(title), head, search_document(language, head, plain)
     from (select article.id, article.published_at, article.author_id, article.category_id, article.title, article.plain, tagged.tag_ids,
                  search_language(article.language) as language,
                  search_head(search_language(article.language), article.title, article.subtitle, tagged.names)
                    || search_marks(article.published_at, article.author_id, article.category_id, tagged.tag_ids, '{}') as head
           from article, lateral (select array_agg(tag.id order by position) as tag_ids, string_agg(tag.name, ' . ') as names
                                  from article_tag join tag on tag.id = tag_id where article_id = article.id) as tagged
           where article.id = any ($1)) as told`,
    [ids],
  )
}

if (process.argv[1]?.endsWith('many-stories.mjs')) {
  const [url, count] = process.argv.slice(2)
  if (!url || !Number(count)) throw new Error('node bench/many-stories.mjs DATABASE_URL COUNT')
  const began = performance.now()
  await fill(url, Number(count), (line) => process.stderr.write(`\r${line.padEnd(30)}`))
  console.log(`\n${count} stories in ${Math.round((performance.now() - began) / 1000)} s`)
}
