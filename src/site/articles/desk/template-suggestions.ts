import type { Document, Node } from '#contract/document/document.ts'
import type { TemplateDraft } from './use-templates.ts'

const paragraph = (text: string): Node => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const heading = (text: string): Node => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const doc = (...content: Node[]): Document => ({ type: 'doc', content })

const template = (name: string, description: string, body: Document): TemplateDraft => ({
  kind: 'template',
  name,
  description,
  title: '',
  body,
})
const prompt = (name: string): TemplateDraft => ({ kind: 'prompt', name, description: '', title: '', body: null })

export const suggestedTemplates = [
  template(
    'Personal essay',
    'A moment, and how it changed you.',
    doc(
      paragraph('Begin in the middle of the moment. Where are you, and what do you see?'),
      heading('What happened'),
      paragraph('Tell it as you would tell a friend.'),
      heading('What it changed'),
      paragraph('What do you know now that you didn’t know then?'),
    ),
  ),
  template(
    'How-to',
    'What you need, the steps, and common problems.',
    doc(
      paragraph('Say what the reader will be able to do at the end, and how long it takes.'),
      heading('What you need'),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('The first thing')] }] },
      heading('Step by step'),
      {
        type: 'orderedList',
        attrs: { start: 1, type: null },
        content: [{ type: 'listItem', content: [paragraph('The first step')] }],
      },
      heading('Troubleshooting'),
      paragraph('Describe the most common mistake and how to fix it.'),
    ),
  ),
  template(
    'Interview',
    'Who they are, then questions and answers.',
    doc(
      paragraph('Introduce the person: where you met, and why their answer matters.'),
      heading('What made you begin?'),
      paragraph('Their answer.'),
      heading('What would you do differently?'),
      paragraph('Their answer.'),
    ),
  ),
  template(
    'Review',
    'Your verdict first, then what it is and how well it works.',
    doc(
      paragraph('Your verdict, in one sentence.'),
      heading('What it is'),
      paragraph('Explain it to someone who has never heard of it.'),
      heading('What works, and what does not'),
      paragraph('Give one example of each.'),
    ),
  ),
]

export const suggestedPrompts = [
  'What did you believe a year ago that you do not believe now?',
  'Describe a place that is not there anymore.',
  'What do people always get wrong about your work?',
  'Write a letter to someone who taught you something.',
].map(prompt)
