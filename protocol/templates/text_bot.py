"""A Reversi bot for Botzone that reads and writes plain text. Your ideas go into `choose`.

x is the column (0 is a, on the left), y is the row (0 is 1, at the top); x = y = -1 is a pass. The bot is started for
every turn. It reads a number n, then 2n-1 lines `x y`: the opponent's first move, its own first, the opponent's second
and so on. It prints one line, `x y`. Print nothing else to stdout; your own messages go to stderr.
"""

BLACK, WHITE, EMPTY = 1, -1, 0
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
CORNERS = [(0, 0), (7, 0), (0, 7), (7, 7)]


def start_board():
    board = [[EMPTY] * 8 for _ in range(8)]  # board[y][x]
    board[3][3] = board[4][4] = WHITE
    board[3][4] = board[4][3] = BLACK
    return board


def flipped(board, colour, x, y):
    """The discs that this move turns over; none if the move is illegal."""
    if board[y][x] != EMPTY:
        return []
    discs = []
    for dx, dy in DIRECTIONS:
        line, cx, cy = [], x + dx, y + dy
        while 0 <= cx < 8 and 0 <= cy < 8 and board[cy][cx] == -colour:
            line.append((cx, cy))
            cx, cy = cx + dx, cy + dy
        if 0 <= cx < 8 and 0 <= cy < 8 and board[cy][cx] == colour:
            discs += line
    return discs


def legal_moves(board, colour):
    return [(x, y) for y in range(8) for x in range(8) if flipped(board, colour, x, y)]


def play(board, colour, x, y):
    """The board after the move; a pass changes nothing."""
    after = [row[:] for row in board]
    if x >= 0:
        for cx, cy in flipped(board, colour, x, y) + [(x, y)]:
            after[cy][cx] = colour
    return after


def choose(board, colour, moves):
    """A corner if possible, else the move that leaves the opponent the fewest moves."""
    def replies(move):
        return len(legal_moves(play(board, colour, *move), -colour))

    corners = [move for move in moves if move in CORNERS]
    return min(corners or moves, key=replies)


def main():
    requests, responses = [], []
    turns = int(input())
    for number in range(2 * turns - 1):
        x, y = map(int, input().split())
        (responses if number % 2 else requests).append((x, y))
    colour = BLACK if requests[0][0] < 0 else WHITE  # black's first request is not a move
    board = start_board()
    for request, response in zip(requests, responses):
        board = play(play(board, -colour, *request), colour, *response)
    board = play(board, -colour, *requests[-1])
    moves = legal_moves(board, colour)
    x, y = choose(board, colour, moves) if moves else (-1, -1)  # with no legal move the bot must pass
    print(x, y)


if __name__ == "__main__":
    main()
