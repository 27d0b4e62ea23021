import { createContext } from 'react';

/** True inside a table row, where the arrow keys rather than Tab reach the values of cells. */
export const InRow = createContext(false);

/** True inside a button, which must not contain other interactive elements. */
export const InButton = createContext(false);

/** True inside the card of a row, which has no column headers that could name units. */
export const InCard = createContext(false);
