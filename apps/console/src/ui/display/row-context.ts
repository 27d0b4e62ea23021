import { createContext } from 'react';

/** True inside a row of a table, where the arrow keys (not Tab) lead to the values of its cells. */
export const InRow = createContext(false);

/** True inside a button, where nothing else may be pressed. */
export const InButton = createContext(false);
