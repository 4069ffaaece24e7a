import { english } from '../wording/english.ts';

const { shell, connections, convert, product } = english;

const places = (...names: string[]) => `<ul>${names.map(name => `<li>${name}</li>`).join('')}</ul>`;

/**
 * The static part of index.html for people who were signed in before: the shell's frame and Convert's texts at their
 * final positions. first-frame.css has its styles; public/first.js decides whether it is shown.
 */
export const firstFrame = `
    <div id="first" aria-hidden="true">
      <div class="first-rail">
        <b>${product}</b>
        ${places(shell.convert, shell.jobs, shell.batches, shell.recipes, shell.triggers, connections.title, shell.usage)}
        <i>${shell.developers}</i>
        ${places(shell.keys, shell.webhooks, shell.events, shell.reference)}
        <i>${shell.workspace}</i>
        ${places(shell.members, shell.settings)}
      </div>
      <div class="first-top"></div>
      <div class="first-page page">
        <h1>${convert.title}</h1>
        <div class="first-drop"><p>${convert.drop}</p></div>
      </div>
    </div>`;
